import type { Dict } from '../dict'
import type { zhConsoleChat } from '../zh/console-chat'

export const enConsoleChat: Dict<typeof zhConsoleChat> = {
  'nav.chat': 'Chat',
  'chat.none': 'Ask the administrator to configure a chat link',
  'chat.none_text': 'Chat apps of others can then be used here.',
  'chat.wrong_link': 'This chat link is misconfigured, contact the administrator',
  'chat.wrong_link_text': 'It must begin with http:// or https://.',
  'chat.uses': 'Provided by {{host}}, with the key of the token {{name}}',
  'chat.consent': 'Open {{title}} with a key of yours?',
  'chat.consent_text':
    '{{host}} is not this gateway: it gets the key of a token and can spend the quota of that token.',
  'chat.consent_own': '{{host}} gets the key of a token and can spend the quota of that token.',
  'chat.consent_other': 'Use one of my tokens instead',
  'chat.quota': 'Quota of the token made for it, {{name}}',
  'chat.quota_invalid': 'Enter an amount above 0',
  'chat.make': 'Create the token and open',
  'chat.token': 'Token',
  'chat.consent_agree': 'Hand the key to {{host}}',
  'chat.open': 'Open in a new tab',
  'chat.leaving': 'Leaving for the chat app',
}
