import { CopyIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useText } from '../../app/language'
import { useCopy } from './use-copy'
import './copy-line.css'

interface CopyLineProps {
  readonly label: string
  readonly value: string
}

/** A value that is there to be copied, with its name before it. */
export function CopyLine({ label, value }: CopyLineProps) {
  const { text } = useText()
  const copy = useCopy()
  return (
    <div className="copy-line">
      <span className="copy-line-label">{label}</span>
      <code>{value}</code>
      <IconButton
        icon={CopyIcon}
        size="small"
        variant="invisible"
        aria-label={`${text('ui.copy')}: ${label}`}
        onClick={() => void copy(value)}
      />
    </div>
  )
}
