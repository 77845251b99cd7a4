import { Label } from '@primer/react'
import {
  alertValueText,
  placeText,
  ruleTitle,
  watchText,
} from '../../../server/domain/alerts/texts'
import type { AlertJson } from '../../../server/domain/endpoints/alert'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { nowSeconds } from '../../app/now'
import { PlainTable } from '../../components/table/PlainTable'
import { RuleActions } from './RuleActions'
import { useAlertReader } from './use-alert-reader'
import './alert.css'

interface RuleTableProps {
  readonly rules: readonly AlertJson[]
  readonly onEdit: (rule: AlertJson) => void
  readonly onChanged: () => Promise<unknown>
}

const URGENCY = { firing: 0, pending: 1, ok: 2 } as const

/** What fires stands first, then the rules that operators have written. */
function inOrder(rules: readonly AlertJson[]): readonly AlertJson[] {
  const rank = (rule: AlertJson) => URGENCY[rule.state] * 2 + Number(rule.built_in)
  return rules.toSorted((a, b) => rank(a) - rank(b))
}

export function RuleTable({ rules, onEdit, onChanged }: RuleTableProps) {
  const { text } = useText()
  const heads = [
    text('alert.state'),
    text('alert.condition'),
    text('alert.value'),
    text('alert.severity'),
  ] as const
  return (
    <PlainTable titles={[text('alert.name'), ...heads]} hasActions>
      {inOrder(rules).map((rule) => (
        <tr key={rule.id} data-resting={!rule.enabled}>
          <td>
            <RuleName rule={rule} />
          </td>
          <td data-label={heads[0]}>
            <RuleState rule={rule} />
          </td>
          <td data-label={heads[1]} className="breaks">
            <Condition rule={rule} />
          </td>
          <td data-label={heads[2]}>
            <CurrentValue rule={rule} />
          </td>
          <td data-label={heads[3]}>{text(`alert.severity_${rule.severity}`)}</td>
          <td>
            <RuleActions rule={rule} onEdit={onEdit} onChanged={onChanged} />
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

function RuleName({ rule }: { readonly rule: AlertJson }) {
  const { text } = useText()
  return (
    <>
      <strong>{ruleTitle(rule.name, text)}</strong>{' '}
      {rule.built_in && <Label variant="secondary">{text('alert.built_in')}</Label>}
    </>
  )
}

const TONES = { ok: 'success', pending: 'attention', firing: 'danger' } as const

function RuleState({ rule }: { readonly rule: AlertJson }) {
  const { text } = useText()
  const format = useFormat()
  const { state, enabled, notify, silenced_until, subjects, since } = rule
  if (!enabled) return <Label variant="secondary">{text('alert.off')}</Label>
  const firing = subjects.filter((subject) => subject.state === 'firing')
  const isSilenced = silenced_until > nowSeconds()
  const names = firing.flatMap(({ name }) => (name === '' ? [] : [name]))
  return (
    <div className="alert-state">
      <Label variant={TONES[state]}>{text(`alert.state_${state}`)}</Label>
      {since > 0 && <small>{text('alert.since', { time: format.moment(since) })}</small>}
      {names.length > 0 && <small>{shortList(names)}</small>}
      {isSilenced && (
        <small>{text('alert.silenced', { time: format.moment(silenced_until) })}</small>
      )}
      {!notify && <small>{text('alert.quiet')}</small>}
    </div>
  )
}

const MOST_NAMED = 3

function shortList(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` +${more}` : '')
}

function Condition({ rule }: { readonly rule: AlertJson }) {
  const reader = useAlertReader()
  return (
    <>
      {watchText(rule, reader)} <small className="muted">{placeText(rule, reader.text)}</small>
    </>
  )
}

function CurrentValue({ rule: { measure, value, enabled } }: { readonly rule: AlertJson }) {
  const reader = useAlertReader()
  if (value === null || !enabled) return <span className="muted">–</span>
  return alertValueText(measure, value, reader)
}
