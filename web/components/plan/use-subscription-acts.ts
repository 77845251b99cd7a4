/** What administrators do to a subscription. */
import {
  CalendarIcon,
  type Icon,
  PlayIcon,
  StopIcon,
  SyncIcon,
  UndoIcon,
  XCircleIcon,
} from '@primer/octicons-react'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useConfirmation } from '../overlay/Confirm'
import { useAction } from '../page/use-action'
import type { RowAction } from '../table/RowMenu'
import type { Subscription } from './plan'
import { renewingService } from './renewal'
import { usePlanTexts } from './use-plan-texts'

type Change = 'subscription.pause' | 'subscription.continue' | 'subscription.reset'

/** Nothing where it has ended. */
export function useSubscriptionActs(): (subscription: Subscription) => readonly RowAction[] {
  const { text } = useText()
  const { dollars } = usePlanTexts()
  const confirm = useConfirmation()
  const { run } = useAction()
  const send = (order: () => Promise<unknown>): Promise<boolean> =>
    run(async () => {
      try {
        await order()
      } finally {
        await Promise.all(['subscription', 'plan', 'user'].map(refresh))
      }
    }, text('ui.done'))

  return (subscription) => {
    const { id, name, username, state, renews, refund } = subscription
    const params = { id }
    const change = (to: Change, label: Parameters<typeof text>[0], icon: Icon): RowAction => ({
      label: text(label),
      icon,
      onSelect: () => void send(() => call(to, { params })),
    })
    const end = async (pays: boolean): Promise<void> => {
      const question = {
        title: text('plans.end_title', { name, username }),
        message: pays
          ? text('plans.end_refund_text', { amount: dollars(refund) })
          : text('plans.end_text'),
        agree: text(pays ? 'plans.end_refund' : 'plans.end'),
        danger: true,
      }
      if (!(await confirm(question))) return
      await send(() => call('subscription.end', { params, body: { refund: pays } }))
    }
    if (state === 'ended') return []
    const pause = change('subscription.pause', 'plans.pause', StopIcon)
    return [
      ...(state === 'paused'
        ? [change('subscription.continue', 'plans.continue', PlayIcon)]
        : // A payment service goes on charging.
          renewingService(subscription) === undefined
          ? [pause]
          : []),
      change('subscription.reset', 'plans.reset', SyncIcon),
      {
        label: text(renews ? 'plans.cancel' : 'plans.resume'),
        icon: CalendarIcon,
        onSelect: () =>
          void send(() => call('subscription.renewal', { params, body: { renews: !renews } })),
      },
      ...(refund > 0
        ? [
            {
              label: text('plans.end_refund'),
              icon: UndoIcon,
              isDanger: true,
              onSelect: () => void end(true),
            },
          ]
        : []),
      {
        label: text('plans.end'),
        icon: XCircleIcon,
        isDanger: true,
        onSelect: () => void end(false),
      },
    ]
  }
}
