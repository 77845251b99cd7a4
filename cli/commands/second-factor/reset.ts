import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { USER_ARGUMENT } from '../user/argument'

export const secondFactorReset = defineCommand({
  path: ['second-factor', 'reset'],
  localOnly: true,
  summary: 'take the second factors off a user who has lost them; ends sign-ins and access tokens',
  args: [USER_ARGUMENT],
  flags: {
    passkeys: { kind: 'switch', summary: 'passkeys only' },
    ...YES_FLAG,
    ...DRY_RUN_FLAG,
  },
  examples: ['gw second-factor reset ann --yes'],
  json: { user_id: 'number', removed: 'number' },
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: user_id, username } = await services.users.show(args.user)
    await context.confirm(isAgreed(flags), words`Take the second factors off ${username}?`)
    const kind = flags.passkeys === true ? 'passkey' : undefined
    const removed = await context.attempt(flags, ({ secondFactors }) =>
      secondFactors.reset(context.actor, { userId: user_id, kind }),
    )
    context.output.value(String(removed ?? 0), { user_id, removed: removed ?? 0 })
  },
})
