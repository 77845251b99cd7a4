import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { USER_ARGUMENT } from '../user/argument'

export const secondFactorShow = defineCommand({
  path: ['second-factor', 'show'],
  summary: 'which second factors a user has',
  reads: true,
  args: [USER_ARGUMENT],
  examples: ['gw second-factor show ann'],
  json: {
    user_id: 'number',
    app: 'flag',
    passkeys: 'number',
    recovery_codes: 'number',
    required: 'flag',
  },
  run: async (context, { args }) => {
    const services = await context.services()
    const user = await services.users.show(args.user)
    const status = await services.secondFactors.status(user)
    const { hasApp: app, passkeys, recoveryCodesLeft: recovery_codes, isRequired } = status
    const { length: count } = passkeys
    const summary = app
      ? words`authenticator app; ${count} passkeys; ${recovery_codes} recovery codes left`
      : words`no authenticator app; ${count} passkeys; ${recovery_codes} recovery codes left`
    context.output.value(summary, {
      user_id: user.id,
      app,
      passkeys: count,
      recovery_codes,
      required: isRequired,
    })
  },
})
