import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { LIMIT_SUBJECTS } from '../../../server/domain/limits/limit'
import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { LIMIT_VIEW, shownLimit } from './view'

export const limitDelete = defineCommand({
  path: ['limit', 'delete'],
  summary: 'take a limit away, with what is used of it, and print what it was',
  args: [{ name: 'limit', summary: 'id, as "gw limit list" shows it' }],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw limit delete 3', 'gw limit delete 3 --yes --quiet'],
  json: LIMIT_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const lists = LIMIT_SUBJECTS.map((subject) => services.limits.list(context.actor, { subject }))
    const found = (await Promise.all(lists))
      .flat()
      .find((view) => String(view.limit.id) === args.limit)
    if (found === undefined) throw new GatewayError('limit.not_found', { limit: args.limit })
    const { id, subject, key } = found.limit
    await context.confirm(isAgreed(flags), words`Take this limit of ${subject} ${key} away?`)
    await context.attempt(flags, ({ limits }) => limits.remove(context.actor, { id, by: 'admin' }))
    context.output.one(shownLimit(found), LIMIT_VIEW)
  },
})
