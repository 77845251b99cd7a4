import { type MouseEvent, memo, useEffect, useMemo, useState } from 'react'
import { useText } from '../../../app/language'
import SafeHtml from '../../../components/text/SafeHtml'
import { useCopy } from '../../../components/text/use-copy'
import { answerReader, blocksOf, type Highlight, hasCode } from './answer-html'
import './answer.css'

/** The words of a model as they were meant: formatted, code in colours, nothing that runs. */
export default function Answer({ markdown }: { readonly markdown: string }) {
  const { text } = useText()
  const copy = useCopy()
  const highlight = useHighlight(hasCode(markdown))
  const copyLabel = text('ui.copy')
  const read = useMemo(() => answerReader({ highlight, copyLabel }), [highlight, copyLabel])
  const copyCode = ({ target }: MouseEvent): void => {
    const button = target instanceof Element ? target.closest('button[data-copy]') : null
    const code = button?.closest('figure')?.querySelector('pre')?.textContent
    if (typeof code === 'string') void copy(code)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: what is clicked are the buttons within.
    // biome-ignore lint/a11y/noStaticElementInteractions: what is clicked are the buttons within.
    <div className="answer" onClick={copyCode}>
      {blocksOf(markdown).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end.
        <AnswerBlock key={index} block={block} read={read} />
      ))}
    </div>
  )
}

interface AnswerBlockProps {
  readonly block: string
  readonly read: (block: string) => string
}

const AnswerBlock = memo(function AnswerBlock({ block, read }: AnswerBlockProps) {
  return <SafeHtml html={read(block)} />
})

/** Fetched for the first answer that has code in it. */
function useHighlight(isWanted: boolean): Highlight | undefined {
  const [highlight, setHighlight] = useState<Highlight | undefined>(undefined)
  useEffect(() => {
    if (!isWanted) return
    // Without colours the code can be read as well.
    import('./highlight').then((module) => setHighlight(() => module.highlight)).catch(() => {})
  }, [isWanted])
  return highlight
}
