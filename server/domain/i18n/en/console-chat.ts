import type { Dict } from '../dict'
import type { zhConsoleChat } from '../zh/console-chat'

export const enConsoleChat: Dict<typeof zhConsoleChat> = {
  'nav.chat': 'Chat',
  'chat.none': 'Ask the administrator to configure a chat link',
  'chat.none_text': 'Chat apps of others can then be used here.',
  'chat.no_token': 'No enabled token is available',
  'chat.no_token_text': 'Make sure that a token is enabled. You are taken to your tokens.',
  'chat.wrong_link': 'This chat link is misconfigured, contact the administrator',
  'chat.wrong_link_text': 'It must begin with http:// or https://.',
  'chat.uses': 'Provided by {{host}}, with the key of the token {{name}}',
  'chat.consent': 'Open {{title}} with your key?',
  'chat.consent_text':
    '{{host}} is not this gateway: it receives the key of the token {{name}} and can spend its quota.',
  'chat.consent_agree': 'Hand the key to {{host}}',
  'chat.consent_other': 'Make a token with its own quota for it',
  'chat.open': 'Open in a new tab',
  'chat.leaving': 'Leaving for the chat app',
}
