import type { Dict } from '../dict'
import type { zhConsoleHome } from '../zh/console-home'

export const enConsoleHome: Dict<typeof zhConsoleHome> = {
  'home.notice': 'Announcement',
  'home.notice_new': 'New announcement',
  'home.notice_quiet': 'Snooze for today',
  'home.claim':
    'One address and one key for every large model, called in the way you already know.',
  'home.begin': 'Get started',
  'home.go_console': 'Open the console',
  'home.base_url': 'Base URL',
  'home.why': 'Why use it',
  'home.one_title': 'Connect once',
  'home.one_text':
    'It speaks the formats of OpenAI, Responses included, of Claude and of Gemini: point an existing client at one address and it works.',
  'home.money_title': 'Every charge explained',
  'home.money_text':
    'You pay for what was used, and the price of each call can be followed step by step.',
  'home.keys_title': 'Keys in your hand',
  'home.keys_text':
    'Make a token for each application, with its own quota, models, addresses and expiry, and switch it off at any time.',
  'home.models': 'Models',
  'home.prices': 'All models and their prices',
  'home.start': 'Quick start',
  'home.start_text': 'Create a token and put it into the example below.',
  'home.start_choice': 'Client of the example',
  'home.start_sdk': 'SDKs',
  'home.start_agent': 'Agents',
  'home.first_step':
    'The site is ready but for a channel: no model can be called before there is one.',
  'home.about_empty': 'There is nothing here yet',
  'home.about_empty_text':
    'The administrator can fill in this page in the system settings, as Markdown, HTML or a web address.',
  'home.steps': 'Get started',
  'home.steps_close': 'Close the checklist',
  'home.step_done': 'Done',
  'home.step_account': 'Account',
  'home.step_balance': 'Balance',
  'home.step_balance_go': 'Add credit',
  'home.step_key': 'Create a token',
  'home.step_key_go': 'Create one',
  'home.step_call': 'Make your first call',
  'home.step_call_go': 'Try the playground',
}
