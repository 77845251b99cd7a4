import { AlertIcon, CheckCircleIcon } from '@primer/octicons-react'
import { Label } from '@primer/react'
import type { TraceStep } from '../../../../server/domain/logs/call-trace'
import { useText } from '../../../app/language'

/** Each channel that was tried, with its outcome; as long as the time it took. */
export function CallTrace({ steps }: { readonly steps: readonly TraceStep[] }) {
  const { text } = useText()
  const totalMs = Math.max(1, ...steps.map(({ atMs = 0, tookMs = 0 }) => atMs + tookMs))
  return (
    <section className="call-trace">
      <h3>{text('log.trace')}</h3>
      <ol>
        {steps.map((step) => (
          <li key={`${step.channel} ${step.atMs}`} data-answered={step.isAnswered}>
            <TraceLine step={step} />
            {step.tookMs !== undefined && (
              <span className="call-bar" aria-hidden="true">
                <span
                  style={{
                    marginInlineStart: `${(100 * (step.atMs ?? 0)) / totalMs}%`,
                    width: `${Math.max(1, (100 * step.tookMs) / totalMs)}%`,
                  }}
                />
              </span>
            )}
            {step.words !== '' && <p>{step.words}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function TraceLine({ step }: { readonly step: TraceStep }) {
  const { text } = useText()
  const { channel, name, key, keyId, isAnswered, status, tookMs } = step
  const StateIcon = isAnswered ? CheckCircleIcon : AlertIcon
  return (
    <div className="call-step">
      <StateIcon size={16} />
      <span className="call-channel">
        {`#${channel} ${name}`}
        {key !== '' && (
          <span className="muted mono" title={text('log.trace_key')}>
            {' '}
            {keyId > 0 && `${keyId}: `}…{key}
          </span>
        )}
      </span>
      {status > 0 && <Label variant={isAnswered ? 'success' : 'danger'}>{String(status)}</Label>}
      {tookMs !== undefined && (
        <span className="number muted">
          {text('ui.seconds', { count: (tookMs / 1000).toFixed(2) })}
        </span>
      )}
    </div>
  )
}
