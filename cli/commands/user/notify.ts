import { translate } from '../../../server/domain/i18n/translate'
import { NOTICE_SERVICE_IDS } from '../../../server/domain/notices/service-ids'
import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { SERVICE_FLAGS, serviceFields } from '../service-flags'
import { USER_ARGUMENT } from './argument'

const { to: _, ...OTHER_FLAGS } = SERVICE_FLAGS

export const userNotify = defineCommand({
  path: ['user', 'notify'],
  summary: 'choose how a user is warned of a low balance',
  args: [USER_ARGUMENT],
  flags: {
    by: { kind: 'text', required: true, choices: NOTICE_SERVICE_IDS, summary: 'how' },
    threshold: { kind: 'integer', required: true, summary: 'warn below so many credits' },
    email: { kind: 'text', summary: "another address than the user's own" },
    'webhook-url': { kind: 'text', value: 'URL', summary: 'a public https address' },
    'webhook-secret': {
      kind: 'text',
      summary: 'signs the calls; "-" reads stdin; without it the present one stays',
    },
    ...OTHER_FLAGS,
  },
  examples: [
    'gw user notify ann --by email --threshold 500000',
    'gw user notify ann --by webhook --threshold 500000 --webhook-url https://hooks.example.com/gw',
    'gw user notify ann --by bark --threshold 500000 --key -',
  ],
  json: { user_id: 'number', notify_type: 'text', quota_warning_threshold: 'credits' },
  run: async (context, { args, flags }) => {
    const webhook_secret = await context.secret(flags['webhook-secret'], '')
    const notify_fields = await serviceFields(context, flags)
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    // A setting belongs to its user; the record names the person at the shell.
    const unreachable = await services.notifications.setSetting(
      { ...context.actor, id },
      {
        notify_type: flags.by,
        quota_warning_threshold: flags.threshold,
        notification_email: flags.email,
        webhook_url: flags['webhook-url'],
        webhook_secret,
        notify_fields,
        language: context.language,
      },
    )
    if (unreachable !== undefined) {
      const warning = translate(context.language, `reply.setting_${unreachable}`)
      context.output.warn(warning)
    }
    const { by: notify_type, threshold: quota_warning_threshold } = flags
    const text = words`${notify_type}, below ${quota_warning_threshold} credits`
    context.output.value(text, { user_id: id, notify_type, quota_warning_threshold })
  },
})
