import type { Dict } from '../dict'
import type { zhConsoleContactPoints } from '../zh/console-contact-points'

export const enConsoleContactPoints: Dict<typeof zhConsoleContactPoints> = {
  'nav.contact_point': 'Contact points',
  'contact_point.description':
    'Where operators are notified of what happens to the site: channels that are disabled or recover, limits that are used up. Each contact point chooses severities, types and quiet hours.',
  'contact_point.new': 'Add contact point',
  'contact_point.edit': 'Edit contact point',
  'contact_point.none': 'No contact point yet',
  'contact_point.none_hint':
    'Add Slack, Feishu, Telegram or another service, and notices about the site go there, too.',
  'contact_point.name': 'Name',
  'contact_point.service': 'Service',
  'contact_point.target': 'Sends to',
  'contact_point.wants': 'Receives',
  'contact_point.last': 'Last result',
  'contact_point.never': 'Nothing sent yet',
  'contact_point.arrived': 'Delivered',
  'contact_point.failed': 'Failed',
  'contact_point.off': 'Disabled',
  'contact_point.enabled': 'Enabled',
  'contact_point.severities': 'Severities',
  'contact_point.severity_critical': 'Critical',
  'contact_point.severity_warning': 'Warning',
  'contact_point.severity_info': 'Info',
  'contact_point.no_severity': 'Select at least one',
  'contact_point.types': 'Types of notices',
  'contact_point.types_hint': 'None selected means all',
  'contact_point.all_types': 'All types',
  'contact_point.type_alert': 'Alert rules',
  'contact_point.type_channel_update': 'Channel disabled or enabled',
  'contact_point.type_channel_test': 'Channel test finished',
  'contact_point.type_limit_used': 'Limit used',
  'contact_point.type_price_update': 'Price sources',
  'contact_point.type_proxy_unknown': 'Unknown reverse proxy',
  'contact_point.recoveries': 'Notify of recoveries, too',
  'contact_point.language': 'Language of the notices',
  'contact_point.quiet': 'Quiet hours',
  'contact_point.quiet_hint':
    'Only critical notices are sent then; the others follow as one when the hours end.',
  'contact_point.quiet_from': 'From',
  'contact_point.quiet_to': 'To',
  'contact_point.time_zone': 'Time zone',
  'contact_point.clock_wrong': 'Enter two times such as 22:00, or leave both empty',
  'contact_point.group_minutes': 'Grouping window (minutes)',
  'contact_point.group_hint':
    'Notices of one type within the window are sent as one; 0 sends each at once. Critical notices do not wait.',
  'contact_point.group_wrong': 'Enter a whole number from 0 to {{max}}',
  'contact_point.secret_kept':
    'Saved and never shown again. Leave empty to keep it; changing the host requires entering it again.',
  'contact_point.test': 'Send a test notice',
  'contact_point.tested': 'Sent. The service replied: {{answer}}',
  'contact_point.remove_title': 'Remove the contact point {{name}}?',
  'contact_point.removed': 'The contact point was removed',

  'contact_point.field_to': 'Recipient',
  'contact_point.field_url': 'Webhook URL',
  'contact_point.field_server': 'Server',
  'contact_point.field_key': 'Key',
  'contact_point.field_token': 'Token',
  'contact_point.field_secret': 'Signing secret',
  'contact_point.field_chat_id': 'Chat ID',
  'contact_point.field_thread_id': 'Topic ID',
  'contact_point.field_topic': 'Topic',
  'contact_point.field_receivers': 'Receivers',

  'contact_point.how_email': 'Sent by the SMTP server of the system settings.',
  'contact_point.how_webhook':
    'JSON is sent as a POST request. With a secret, X-Webhook-Signature is the HMAC-SHA256 of the body.',
  'contact_point.how_slack': 'Turn on Incoming Webhooks in a Slack app and copy the URL.',
  'contact_point.how_discord': 'Channel settings → Integrations → Webhooks: copy the URL.',
  'contact_point.how_telegram':
    'Create a bot with @BotFather and add it to the chat. A channel may be given as @name.',
  'contact_point.how_feishu':
    'Group settings → Bots → Custom bot. Enter the secret if its signature verification is on. Lark is the same.',
  'contact_point.how_dingtalk':
    'Group settings → Bots → Custom. Choose signing and enter the secret that begins with SEC, or make the site name a keyword.',
  'contact_point.how_wecom': 'Group chat → Group bots → Add: copy the webhook URL.',
  'contact_point.how_serverchan': 'The SendKey of sct.ftqq.com or sc3.ft07.com.',
  'contact_point.how_bark': 'The device key in the push address that the Bark app shows.',
  'contact_point.how_ntfy':
    'Anybody who knows the topic can read it: choose a name that is hard to guess, or enter the token of a protected topic.',
  'contact_point.how_gotify': 'Create an application in Gotify and copy its token.',
  'contact_point.how_pagerduty':
    'Service → Integrations → Events API v2: the integration key. A failure triggers an incident, and its recovery resolves it.',
  'contact_point.how_wxpusher':
    'The AT_ token of an application with receivers (UIDs or topic IDs, separated by commas), or the SPT_ token of one user.',
}
