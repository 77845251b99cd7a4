import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { POINT_ARGUMENT, pointNamed } from './view'

export const contactPointTest = defineCommand({
  path: ['contact-point', 'test'],
  summary: 'send a test notice to a contact point and print the reply',
  args: [POINT_ARGUMENT],
  examples: ['gw contact-point test ops'],
  json: { way: 'text', answer: 'text' },
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await pointNamed(services, context, args['contact-point'])
    const { way, answer } = await services.contactPoints.test(context.actor, id)
    context.output.value(words`sent by ${way}: ${answer}`, { way, answer })
  },
})
