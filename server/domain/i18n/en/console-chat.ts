import type { Dict } from '../dict'
import type { zhConsoleChat } from '../zh/console-chat'

export const enConsoleChat: Dict<typeof zhConsoleChat> = {
  'nav.chat': 'Chat',
  'chat.none': 'Ask the administrator to set up a chat link',
  'chat.none_text': 'Other chat apps can then be opened from here.',
  'chat.no_token': 'No enabled token is available; make sure one is enabled',
  'chat.no_token_text': 'Taking you to your tokens.',
  'chat.wrong_link': 'This chat link is misconfigured; contact the administrator',
  'chat.wrong_link_text': 'It must begin with http:// or https://.',
  'chat.uses': 'Provided by {{host}}, with the key of {{name}}',
  'chat.consent': 'Open {{title}} with one of your keys?',
  'chat.consent_named': 'Open {{title}} with the key of {{name}}?',
  'chat.consent_text':
    "{{host}} is not this gateway. It receives a token key and can spend that token's quota.",
  'chat.consent_own': "{{host}} receives a token key and can spend that token's quota.",
  'chat.consent_other': 'Use one of my tokens instead',
  'chat.quota': 'Quota of the new token, {{name}}',
  'chat.quota_invalid': 'Enter an amount above 0',
  'chat.make': 'Create token and open',
  'chat.make_one': 'Create one for this app',
  'chat.token': 'Token',
  'chat.consent_agree': 'Give the key to {{host}}',
  'chat.open': 'Open in a new tab',
  'chat.leaving': 'Opening the chat app',
}
