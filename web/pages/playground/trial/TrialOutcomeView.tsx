import { DownloadIcon } from '@primer/octicons-react'
import { Spinner } from '@primer/react'
import { useEffect } from 'react'
import { useText } from '../../../app/language'
import { CodeBlock } from '../../../components/text/CodeBlock'
import { AnswerBill } from '../AnswerBill'
import type { Ranked, TrialResult } from './trials'
import type { TrialOutcome } from './use-trial'

interface TrialOutcomeViewProps {
  readonly outcome: TrialOutcome | undefined
  readonly isBusy: boolean
}

/** The last answer, or why there is none, and what it cost. */
export function TrialOutcomeView({ outcome, isBusy }: TrialOutcomeViewProps) {
  const { text } = useText()
  if (isBusy) return <Spinner srText={text('ui.loading')} />
  if (outcome === undefined) return null
  const { result, problem, bill, askedAtMs } = outcome
  return (
    <div className="trial-outcome" aria-live="polite">
      {problem !== undefined && (
        <div className="message-error" role="alert">
          <p>{problem}</p>
        </div>
      )}
      {result !== undefined && <Result result={result} />}
      <AnswerBill bill={bill} askedAtMs={askedAtMs} />
    </div>
  )
}

function Result({ result }: { readonly result: TrialResult }) {
  const { text } = useText()
  switch (result.kind) {
    case 'pictures':
      return <Pictures sources={result.sources} />
    case 'sound':
      return <Sound source={result.source} type={result.type} />
    case 'text':
      return <CodeBlock code={result.content} label={text('playground.transcript')} />
    case 'ranking':
      return <Ranking rows={result.rows} />
  }
}

function Pictures({ sources }: { readonly sources: readonly string[] }) {
  const { text } = useText()
  return (
    <div className="trial-pictures">
      {sources.map((source, index) => (
        <a
          key={source}
          href={source}
          download={`${index + 1}.png`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <img src={source} alt={text('playground.picture')} />
        </a>
      ))}
    </div>
  )
}

function Sound({ source, type }: { readonly source: string; readonly type: string }) {
  const { text } = useText()
  useEffect(() => () => URL.revokeObjectURL(source), [source])
  const end = type.split(';')[0]?.split('/')[1] ?? 'mp3'
  return (
    <div className="trial-sound">
      {/* biome-ignore lint/a11y/useMediaCaption: what is said stands in the field above it. */}
      <audio controls src={source} aria-label={text('playground.sound')} />
      <a href={source} download={`speech.${end === 'mpeg' ? 'mp3' : end}`}>
        <DownloadIcon /> {text('playground.download')}
      </a>
    </div>
  )
}

function Ranking({ rows }: { readonly rows: readonly Ranked[] }) {
  return (
    <ol className="trial-ranking">
      {rows.map(({ score, document }) => (
        <li key={`${score} ${document}`}>
          <span className="number muted">{score.toFixed(4)}</span>
          <span>{document}</span>
        </li>
      ))}
    </ol>
  )
}
