import { useEffect, useState } from 'react'
import { alertValueText, spanText } from '../../../server/domain/alerts/texts'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { AlertPreviewJson } from '../../../server/domain/endpoints/alert'
import { call } from '../../api/client'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { conditionOf, isNumber, NUMBERS, type RuleValues } from './rule-form'
import { useAlertReader } from './use-alert-reader'

const TYPED_MS = 400
const MOST_SHOWN = 5

interface Known {
  readonly preview?: AlertPreviewJson
  readonly error?: unknown
}

/** What the rule would have done, read again shortly after something was typed. */
function usePreview(values: RuleValues): Known {
  const { quota_per_unit: perUnit } = useSite()
  const [known, setKnown] = useState<Known>({})
  const isValid = NUMBERS.every((name) => isNumber(values[name]))
  const key = isValid ? JSON.stringify(conditionOf(values, perUnit)) : ''
  useEffect(() => {
    if (key === '') return
    let isOver = false
    const read = async (): Promise<void> => {
      try {
        const { data } = await call('alert.preview', { body: JSON.parse(key) })
        if (!isOver) setKnown({ preview: data })
      } catch (error) {
        if (!isOver) setKnown({ error })
      }
    }
    const timer = setTimeout(() => void read(), TYPED_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [key])
  return known
}

export function RulePreview({ values }: { readonly values: RuleValues }) {
  const { text } = useText()
  const { preview, error } = usePreview(values)
  return (
    <section className="alert-preview" aria-live="polite">
      <h3>{text('alert.preview')}</h3>
      {preview !== undefined && <Found preview={preview} measure={values.measure} />}
      {error !== undefined && <p>{failureText(error, text)}</p>}
      {preview === undefined && error === undefined && <p>{text('alert.preview_wait')}</p>}
    </section>
  )
}

interface FoundProps {
  readonly preview: AlertPreviewJson
  readonly measure: RuleValues['measure']
}

function Found({ preview, measure }: FoundProps) {
  const { text } = useText()
  const format = useFormat()
  const { firings, has_past, minutes_from, from, left_out, subjects } = preview
  const count = firings.length
  const past = count === 0 ? text('alert.preview_none') : text('alert.preview_count', { count })
  const isCoarse = has_past && minutes_from > from + 120
  return (
    <>
      <p>
        <strong>{has_past ? past : text('alert.preview_no_past')}</strong>
      </p>
      <PastFirings preview={preview} measure={measure} />
      <NowFound preview={preview} measure={measure} />
      {isCoarse && (
        <p className="muted">
          <small>{text('alert.preview_hours', { time: format.moment(minutes_from) })}</small>
        </p>
      )}
      {left_out > 0 && (
        <p className="muted">
          <small>{text('alert.preview_left', { count: subjects })}</small>
        </p>
      )}
    </>
  )
}

function PastFirings({ preview: { firings }, measure }: FoundProps) {
  const { text } = useText()
  const format = useFormat()
  const reader = useAlertReader()
  if (firings.length === 0) return null
  const shown = firings.slice(-MOST_SHOWN).toReversed()
  const more = firings.length - shown.length
  return (
    <ul>
      {shown.map(({ subject, name, from, to, peak }) => {
        const facts = {
          time: format.moment(from),
          span: spanText(to - from, { text }),
          peak: alertValueText(measure, peak, reader),
        }
        return (
          <li key={`${subject} ${from}`}>
            {name !== '' && <strong>{name} </strong>}
            {text(to === 0 ? 'alert.lasts' : 'alert.lasted', facts)}
          </li>
        )
      })}
      {more > 0 && <li>{text('alert.preview_more', { count: more })}</li>}
    </ul>
  )
}

function NowFound({ preview: { now }, measure }: FoundProps) {
  const { text } = useText()
  const reader = useAlertReader()
  const breaches = now.filter(({ is_breach }) => is_breach)
  const shown = (breaches.length > 0 ? breaches : now).slice(0, MOST_SHOWN)
  if (shown.length === 0) return null
  const value = shown
    .map((one) => `${one.name} ${alertValueText(measure, one.value, reader)}`.trim())
    .join(', ')
  return (
    <p>{text(breaches.length > 0 ? 'alert.preview_now_fires' : 'alert.preview_now', { value })}</p>
  )
}
