import type { Dict } from '../dict'
import type { zhNotices } from '../zh/notices'

export const enNotices: Dict<typeof zhNotices> = {
  'mail.code_subject': '{{site}} verification code',
  'mail.code_text':
    'Hello, you are verifying your e-mail address for {{site}}.\nYour code is: {{code}}\nIt is valid for {{minutes}} minute{{minutes, s}}. If you did not ask for it, ignore this mail.',
  'mail.invitation_subject': '{{site}}: invitation to {{organisation}}',
  'mail.invitation_text':
    '{{name}} invites you to the organisation {{organisation}} at {{site}}.\nOpen the link below within seven days, signed in with this e-mail address; if you do not know what this is about, ignore this mail.',
  'mail.taken_subject': '{{site}}: this address has an account',
  'mail.taken_text':
    'Hello, someone tried to register at {{site}} with this e-mail address, which already has an account.\nIf it was you, log in or reset your password on the login page; if not, ignore this mail.',
  'mail.reset_subject': '{{site}} password reset',
  'mail.reset_text':
    'Hello, you asked to reset your password at {{site}}. Please open the link below.\nIt is valid for {{minutes}} minute{{minutes, s}}. If you did not ask for it, ignore this mail.',

  'notice.quota_low_title': 'Your quota is running out',
  'notice.quota_low_text':
    'Your quota is running out: {{quota}} is left. Please top up to keep your calls working.',
  'notice.channel_disabled_title': 'Channel "{{name}}" (#{{id}}) was disabled',
  'notice.channel_disabled_text': 'Channel "{{name}}" (#{{id}}) was disabled, reason: {{reason}}',
  'notice.channel_enabled_title': 'Channel "{{name}}" (#{{id}}) was enabled',
  'notice.channel_enabled_text': 'Channel "{{name}}" (#{{id}}) was enabled',
  'notice.channel_test_title': 'Channel test finished',
  'notice.channel_test_text':
    'All channels have been tested: {{tested}} channels, {{failed}} of them failed.',

  'notice.limit_used_title': '{{percent}} % of a limit is used',
  'notice.limit_spent_title': 'A limit is spent',
  'notice.limit_used_text': 'For {{subject}}, {{used}} of {{amount}} {{kind}} {{window}} are used.',
  'notice.limit_used_until_text':
    'For {{subject}}, {{used}} of {{amount}} {{kind}} {{window}} are used. It resets on {{resets}} ({{zone}}).',
  'notice.price_review_title': 'Prices wait for your review',
  'notice.price_review_text':
    'Price source {{source}}: {{count}} models have prices that wait for your review.',
  'notice.price_change_title': 'A scheduled price change was not made',
  'notice.price_change_text':
    'Price change {{id}} was not made. The list of price changes says why.',
  'notice.price_source_title': 'A price source cannot be read',
  'notice.price_source_text':
    'Price source {{source}} failed, and its entry says why. Prices stay as they are.',
  'notice.plan_ends_title': 'Your plan {{plan}} ends soon',
  'notice.plan_ends_text': 'Your plan {{plan}} ends on {{time}} ({{zone}}) and does not renew.',
  'notice.plan_short_text':
    'Your plan {{plan}} ends on {{time}} ({{zone}}). Your balance does not cover the next period, which costs {{price}}. Top up to keep the plan.',
  'notice.plan_unpaid_title': 'Your plan {{plan}} could not renew',
  'notice.plan_unpaid_text':
    'Your balance does not cover the next period of {{plan}}, which costs {{price}}. The plan pays for nothing until you top up, and ends on {{time}} ({{zone}}).',
  'notice.plan_ended_title': 'Your plan {{plan}} has ended',
  'notice.plan_ended_text':
    'Your plan {{plan}} has ended, because your balance did not cover its next period.',
  'notice.plan_unpaid_card_text':
    'The payment for the next period of {{plan}} has not arrived. Look at your card at the payment service. The plan pays for nothing until it does, and ends on {{time}} ({{zone}}).',
  'notice.plan_ended_card_text':
    'Your plan {{plan}} has ended, because the payment for its next period did not arrive.',
  'notice.plan_spent_title': 'An allowance of your plan {{plan}} is used up',
  'notice.plan_spent_text': '{{used}} of {{amount}} {{kind}} {{window}} are used.',
  'notice.plan_spent_until_text':
    '{{used}} of {{amount}} {{kind}} {{window}} are used. It resets on {{resets}} ({{zone}}).',
  'notice.proxy_title': 'All visitors seem to have one address',
  'notice.proxy_text':
    'Requests from {{peer}} name other clients in X-Forwarded-For, but it is not a trusted proxy, so everybody behind it shares one set of login limits. If it is your reverse proxy, set GW_TRUSTED_PROXIES={{peer}} and restart.',
  'notice.several_title': '{{count}} notices',
  'notice.headline': '[{{word}}] {{title}}',
  'notice.recovered': 'Recovered',
  'notice.severity_critical': 'Critical',
  'notice.severity_warning': 'Warning',
  'notice.open_link': 'Open',
  'notice.test_title': 'Test notice',
  'notice.test_text': 'This is a test from {{site}}. Notices reach you here.',

  'reply.setting_no_address':
    'Settings updated, but no notice can reach you: link an e-mail address, or enter one for notices',
  'notice.factor_reset_title': 'Your second factor was removed',
  'notice.factor_reset_text':
    '{{actor}} has removed the second factors of your account at {{site}}. You are signed out everywhere. If you did not ask for it, change your password and tell the administrator.',
  'reply.setting_mail_off':
    'Settings updated, but no notice can reach you: this site cannot send mail yet. A webhook works',
  'reply.transferred': 'Transferred successfully',
  'reply.setting_saved': 'Settings updated',
  'reply.bound': 'Bound successfully',
  'reply.model_ratio_reset': 'Model ratios were reset to the defaults',
}
