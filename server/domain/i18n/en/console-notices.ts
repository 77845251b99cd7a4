import type { Dict } from '../dict'
import type { zhConsoleNotices } from '../zh/console-notices'

export const enConsoleNotices: Dict<typeof zhConsoleNotices> = {
  'nav.notice': 'Notices',
  'notices.description':
    'Notices to users, root and contact points, and whether they were delivered. Failed notices are retried for about nine hours.',
  'notices.all_states': 'All states',
  'notices.state_waiting': 'Waiting',
  'notices.state_sent': 'Sent',
  'notices.state_failed': 'Failed, will retry',
  'notices.state_given_up': 'Given up',
  'notices.state_dismissed': 'Dismissed',
  'notices.way_email': 'E-mail',
  'notices.way_webhook': 'Webhook',
  'notices.way_slack': 'Slack',
  'notices.way_discord': 'Discord',
  'notices.way_telegram': 'Telegram',
  'notices.way_feishu': 'Feishu / Lark',
  'notices.way_dingtalk': 'DingTalk',
  'notices.way_wecom': 'WeCom',
  'notices.way_serverchan': 'ServerChan',
  'notices.way_bark': 'Bark',
  'notices.way_ntfy': 'ntfy',
  'notices.way_gotify': 'Gotify',
  'notices.way_pagerduty': 'PagerDuty',
  'notices.way_wxpusher': 'WxPusher',
  'notices.empty': 'No notices yet',
  'notices.empty_text': 'Low-quota warnings and channel events will be listed here.',
  'notices.retry': 'Retry now',
  'notices.dismiss': 'Dismiss',
  'notices.dismissed': 'The notice is dismissed',
  'notices.retried': 'The notice was sent',
  'notices.test': 'Send a test notice',
  'notices.tested': 'Sent. The receiver replied: {{answer}}',
  'notices.tested_plain': 'Sent. Please check your inbox',
  'notices.test_mail': 'Send a test mail',
  'notices.test_mail_to': 'Address for the test',
  'notices.test_mail_hint': 'Uses the saved settings and shows the reply of the mail server.',
  'notices.address_missing': 'The server address is not set',
  'notices.address_missing_text':
    'Mails cannot contain links without it, so password resets by mail are refused. Set it under General.',
  'notices.unreachable_no_address':
    'No notice can reach you: link an e-mail address or enter one below.',
  'notices.unreachable_mail_off':
    'No notice can reach you by e-mail: this site cannot send mail yet.',
}
