import { NOTICE_SERVICE_IDS } from '../../../server/domain/notices/service-ids'
import { defineCommand } from '../../command/command'
import { SERVICE_FLAGS, serviceFields } from '../service-flags'
import { POINT_FLAGS, POINT_VIEW, pointInput } from './view'

export const contactPointCreate = defineCommand({
  path: ['contact-point', 'create'],
  summary: 'add a place where operators are notified of what happens to the site',
  args: [{ name: 'name', summary: 'as people read it' }],
  flags: {
    service: { kind: 'text', required: true, choices: NOTICE_SERVICE_IDS, summary: 'by what' },
    ...SERVICE_FLAGS,
    ...POINT_FLAGS,
  },
  examples: [
    'gw contact-point create ops --service slack --url https://hooks.slack.com/services/T0/B0/x',
    'gw contact-point create on-call --service pagerduty --key - --severity critical',
  ],
  json: POINT_VIEW,
  run: async (context, { args, flags }) => {
    const fields = await serviceFields(context, flags)
    const services = await context.services()
    const made = await services.contactPoints.create(context.actor, {
      ...pointInput(flags),
      fields,
      name: args.name,
      service: flags.service,
      reader: context.language,
    })
    context.output.one(made, POINT_VIEW)
  },
})
