/** What changes a subscription and leaves it to its holder: one row per verb. */
import type { Services } from '../../../server/services/create-services'
import type { Actor } from '../../../server/services/service-deps'
import { type Command, defineCommand } from '../../command/command'
import { DRY_RUN_FLAG } from '../careful-flags'
import { SUBSCRIPTION_ARGUMENT, SUBSCRIPTION_VIEW, subscriptionId } from './view'

interface Change {
  readonly verb: string
  readonly summary: string
  readonly change: (services: Services, actor: Actor, id: number) => Promise<void>
}

const CHANGES: readonly Change[] = [
  {
    verb: 'cancel',
    summary: 'end a subscription with its period: it is not renewed',
    change: ({ subscriptions }, actor, id) =>
      subscriptions.setRenewal(actor, { id, renews: false }),
  },
  {
    verb: 'resume',
    summary: 'renew a canceled subscription after all',
    change: ({ subscriptions }, actor, id) => subscriptions.setRenewal(actor, { id, renews: true }),
  },
  {
    verb: 'pause',
    summary: 'let a subscription pay for nothing until it is continued',
    change: ({ subscriptions }, actor, id) => subscriptions.pause(actor, { id }),
  },
  {
    verb: 'continue',
    summary: 'continue a paused subscription; the time is added at its end',
    change: ({ subscriptions }, actor, id) => subscriptions.continue(actor, { id }),
  },
  {
    verb: 'reset',
    summary: 'set what is used of a subscription to nothing; its windows end as they would',
    change: ({ subscriptions }, actor, id) => subscriptions.reset(actor, { id }),
  },
]

export const subscriptionChanges: readonly Command[] = CHANGES.map(({ verb, summary, change }) =>
  defineCommand({
    path: ['subscription', verb],
    summary,
    args: [SUBSCRIPTION_ARGUMENT],
    flags: DRY_RUN_FLAG,
    examples: [`gw subscription ${verb} 7`],
    json: SUBSCRIPTION_VIEW,
    run: async (context, { args, flags }) => {
      const id = subscriptionId(args.subscription)
      const changed = await context.attempt(flags, async (services) => {
        await change(services, context.actor, id)
        return await services.subscriptions.show({ id })
      })
      context.output.one(changed, SUBSCRIPTION_VIEW)
    },
  }),
)
