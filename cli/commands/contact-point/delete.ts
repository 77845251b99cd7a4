import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { POINT_ARGUMENT, pointNamed } from './view'

export const contactPointDelete = defineCommand({
  path: ['contact-point', 'delete'],
  summary: 'remove a contact point',
  args: [POINT_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw contact-point delete ops --yes'],
  json: { id: 'number' },
  run: async (context, { args, flags }) => {
    const wanted = args['contact-point']
    const { id, name } = await pointNamed(await context.services(), context, wanted)
    await context.confirm(isAgreed(flags), words`Remove the contact point ${name}?`)
    await context.attempt(flags, ({ contactPoints }) => contactPoints.remove(context.actor, id))
    context.output.value(String(id), { id })
  },
})
