import { Label } from '@primer/react'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { LastDay } from '../../components/stats/LastDay'
import { subjectPath } from '../../components/stats/subject-path'
import { useStatFormats } from '../../components/stats/use-stat-formats'
import { Dash } from '../../components/table/Cell'
import { NameLink } from '../../components/table/NameLink'
import { logLink } from '../../components/text/log-link'
import { TextLink } from '../../components/text/TextLink'
import { NotPriced } from '../price/NotPriced'
import { PerCall, Usd } from '../price/Usd'
import type { ModelRow } from './model-rows'

export function useModelCells() {
  const { text } = useText()
  const { wait } = useStatFormats()
  const format = useFormat()
  const waited = (ms: number) => (ms === 0 ? <Dash /> : <span className="number">{wait(ms)}</span>)
  return {
    model: ({ model }: ModelRow) => (
      <span className="mono">
        <NameLink to={subjectPath('model', model)} name={model} />
      </span>
    ),
    state: (row: ModelRow) => <State row={row} />,
    enabled: ({ model, enabled, channels }: ModelRow) =>
      channels === 0 ? (
        <span className="muted">{text('models.no_channels')}</span>
      ) : (
        <TextLink to={channelsOf(model)}>
          <span
            className="number"
            title={text('models.channels_text', { enabled, count: channels })}
          >
            {text('models.channels_of', { enabled, count: channels })}
          </span>
        </TextLink>
      ),
    prompt_usd: ({ prompt_usd, call_usd }: ModelRow) =>
      call_usd === null ? <Usd dollars={prompt_usd} /> : <PerCall dollars={call_usd} />,
    completion_usd: ({ completion_usd }: ModelRow) => <Usd dollars={completion_usd} />,
    calls: (row: ModelRow) =>
      row.calls === 0 ? (
        <Dash />
      ) : (
        <LastDay day={row} to={logLink({ model_name: row.model })} name={row.model} />
      ),
    quota: ({ quota }: ModelRow) =>
      quota === 0 ? (
        <Dash />
      ) : (
        <span className="number" title={format.number(quota)}>
          {format.quota(quota)}
        </span>
      ),
    p50_ms: ({ p50_ms }: ModelRow) => waited(p50_ms),
    p95_ms: ({ p95_ms }: ModelRow) => waited(p95_ms),
  }
}

/** The channels that have a model, of whatever state. */
export function channelsOf(model: string): string {
  return `/channel?model=${encodeURIComponent(model)}`
}

/** Both problems are shown where there are both. */
function State({ row }: { readonly row: ModelRow }) {
  const { text } = useText()
  const { served, priced, state } = row
  if (served && priced) {
    const tones = { failing: 'danger', served: 'success', idle: 'secondary' } as const
    const name = state === 'failing' || state === 'served' ? state : 'idle'
    return (
      <Label variant={tones[name]} className="state-label">
        {text(`models.${name}`)}
      </Label>
    )
  }
  return (
    <span className="model-troubles state-label">
      {!served && (
        <Label variant="danger" className="state-label" title={text('models.unserved_text')}>
          {text('models.unserved')}
        </Label>
      )}
      {!priced && <NotPriced />}
    </span>
  )
}
