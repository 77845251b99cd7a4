import { defineCommand } from '../../command/command'
import { words } from '../../words'

export const secondFactorStats = defineCommand({
  path: ['second-factor', 'stats'],
  summary: 'how many users have a second factor',
  reads: true,
  examples: ['gw second-factor stats'],
  json: { users: 'number', with_factor: 'number', with_passkey: 'number' },
  run: async (context) => {
    const services = await context.services()
    const { users, withFactor, withPasskey } = await services.secondFactors.stats()
    context.output.value(
      words`${withFactor} of ${users} users; ${withPasskey} of them with a passkey`,
      { users, with_factor: withFactor, with_passkey: withPasskey },
    )
  },
})
