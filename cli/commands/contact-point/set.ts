import { defineCommand } from '../../command/command'
import { SERVICE_FLAGS, serviceFields } from '../service-flags'
import { POINT_ARGUMENT, POINT_FLAGS, POINT_VIEW, pointInput, pointNamed } from './view'

export const contactPointSet = defineCommand({
  path: ['contact-point', 'set'],
  summary: 'change what is given of a contact point',
  args: [POINT_ARGUMENT],
  flags: { name: { kind: 'text', summary: 'new name' }, ...SERVICE_FLAGS, ...POINT_FLAGS },
  examples: [
    'gw contact-point set ops --quiet-hours 22:00-07:00 --time-zone Europe/Berlin',
    'gw contact-point set ops --severity critical --severity warning --group 5',
  ],
  json: POINT_VIEW,
  run: async (context, { args, flags }) => {
    const fields = await serviceFields(context, flags)
    const services = await context.services()
    const { id } = await pointNamed(services, context, args['contact-point'])
    const changed = await services.contactPoints.change(context.actor, {
      ...pointInput(flags),
      ...(flags.name !== undefined && { name: flags.name }),
      fields,
      id,
      reader: context.language,
    })
    context.output.one(changed, POINT_VIEW)
  },
})
