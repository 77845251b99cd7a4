import { CopyIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useText } from '../../app/language'
import { useCopy } from './use-copy'
import './code-block.css'

interface CodeBlockProps {
  readonly code: string
  /** Names the block for those who cannot see it. */
  readonly label: string
}

export function CodeBlock({ code, label }: CodeBlockProps) {
  const { text } = useText()
  const copy = useCopy()
  return (
    <div className="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard. */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <IconButton
        className="code-block-copy"
        icon={CopyIcon}
        size="small"
        aria-label={`${text('ui.copy')}: ${label}`}
        onClick={() => void copy(code)}
      />
    </div>
  )
}
