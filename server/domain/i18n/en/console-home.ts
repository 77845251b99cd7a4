import type { Dict } from '../dict'
import type { zhConsoleHome } from '../zh/console-home'

export const enConsoleHome: Dict<typeof zhConsoleHome> = {
  'home.notice': 'Announcement',
  'home.notice_new': 'New announcement',
  'home.notice_quiet': 'Snooze for today',
  'home.claim': 'One API for every major model. Keep your SDK and change its base URL.',
  'home.begin': 'Get started',
  'home.go_console': 'Open the console',
  'home.see_prices': 'See prices',
  'home.addresses': 'API addresses',
  'home.faq': 'Questions and answers',
  'home.base_url': 'Base URL',
  'home.why': 'Why use it',
  'home.one_title': 'Connect once',
  'home.one_text':
    'OpenAI (Responses included), Claude, Gemini and Cohere formats: point the client you already use at one address.',
  'home.money_title': 'Every charge explained',
  'home.money_text':
    'You pay for what you use, and every request has a receipt that shows step by step how it was priced.',
  'home.keys_title': 'Keys you control',
  'home.keys_text':
    'One token per application, each with its own quota, models, IPs and expiry. Switch any of them off at any time.',
  'home.models': 'Models',
  'home.model_input': 'Input / 1M',
  'home.model_output': 'Output / 1M',
  'home.prices': 'All models and prices',
  'home.start': 'Quick start',
  'home.start_text': 'Create a token and paste its key into the sample.',
  'home.start_choice': 'Client for the sample',
  'home.start_sdk': 'SDKs',
  'home.start_agent': 'Agents',
  'home.first_step':
    'Add a channel to start serving requests: no model can be called before there is one.',
  'home.about_empty': 'Nothing here yet',
  'home.about_empty_text': 'The operator of this site has not added a description yet.',
  'home.about_write': 'Write this page',
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
