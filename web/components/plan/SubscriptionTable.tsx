/** Subscriptions of one user or of everybody, each with what can be done to it. */
import { MeterIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { lateDialog } from '../late/Late'
import { subjectPath } from '../stats/subject-path'
import { NameLink } from '../table/NameLink'
import { PlainTable } from '../table/PlainTable'
import { RowMenu } from '../table/RowMenu'
import type { Subscription } from './plan'
import { renewingService } from './renewal'
import { SubscriptionState } from './SubscriptionState'
import { usePlanTexts } from './use-plan-texts'
import { useSubscriptionActs } from './use-subscription-acts'

const UseDialog = lateDialog(async () => (await import('./UseDialog')).UseDialog)

interface SubscriptionTableProps {
  readonly rows: readonly Subscription[]
  /** Where they are not all of one user. */
  readonly showsUsers: boolean
}

export function SubscriptionTable({ rows, showsUsers }: SubscriptionTableProps) {
  const { text } = useText()
  const [shown, show] = useState<Subscription | undefined>(undefined)
  const heads = [
    text('plans.plan'),
    text('plans.state'),
    text('plans.budget_left'),
    text('plans.paid_in_all'),
    text('plans.period_end'),
    text('plans.price'),
  ]
  return (
    <>
      <PlainTable titles={showsUsers ? [text('roles.user'), ...heads] : heads} hasActions>
        {rows.map((row) => (
          <Row key={row.id} row={row} heads={heads} showsUser={showsUsers} onShow={show} />
        ))}
      </PlainTable>
      {shown !== undefined && <UseDialog subscription={shown} onClose={() => show(undefined)} />}
    </>
  )
}

interface RowProps {
  readonly row: Subscription
  readonly heads: readonly string[]
  readonly showsUser: boolean
  readonly onShow: (subscription: Subscription) => void
}

function Row({ row, heads, showsUser, onShow }: RowProps) {
  const { text } = useText()
  const { date } = useFormat()
  const { dollars } = usePlanTexts()
  const actionsOf = useSubscriptionActs()
  const { user_id, username, name, state, remain, used, price, renews } = row
  const endMs = state === 'ended' ? row.ended_at : row.period_end
  const service = renewingService(row)
  const use = { label: text('plans.use'), icon: MeterIcon, onSelect: () => onShow(row) }
  return (
    <tr>
      {showsUser && (
        <td>
          <NameLink to={subjectPath('user', user_id)} name={username} />
        </td>
      )}
      <td {...(showsUser && { 'data-label': heads[0] })}>{name}</td>
      <td data-label={heads[1]}>
        <SubscriptionState {...row} />
      </td>
      <td data-label={heads[2]} className="number">
        {remain === null ? '–' : dollars(remain)}
      </td>
      <td data-label={heads[3]} className="number">
        {dollars(used)}
      </td>
      <td data-label={heads[4]}>
        {date(endMs / 1000)}{' '}
        {state !== 'ended' && (
          <small className="muted">
            {service === undefined
              ? text(renews ? 'plans.then_renews' : 'plans.then_ends')
              : text('plans.then_renews_by', { service: text(service) })}
          </small>
        )}
      </td>
      <td data-label={heads[5]} className="number">
        {dollars(price)}
      </td>
      <td className="table-actions">
        <RowMenu name={`${name} · ${username}`} actions={[use, ...actionsOf(row)]} />
      </td>
    </tr>
  )
}
