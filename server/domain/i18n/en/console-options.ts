import type { Dict } from '../dict'
import type { zhConsoleOptions } from '../zh/console-options'

export const enConsoleOptions: Dict<typeof zhConsoleOptions> = {
  'option_inert.never_read': 'no release of the family ever read it',
  'option_inert.written_at_once': 'figures are written with each call, nothing waits to be written',

  'options.search': 'Search settings: name, key or explanation',
  'options.not_found': 'No setting has to do with “{{words}}”',
  'options.index': 'Settings on this page',
  'options.views': 'Operation settings',
  'options.view_general': 'General',
  'options.view_ratios': 'Model ratios',
  'options.view_prices': 'Price table',

  'options.saved': 'Saved successfully',
  'options.switched': 'Saved: {{name}}',
  'options.partly_saved': 'Partial save failed, please retry',
  'options.not_saved': 'Save failed, please retry',
  'options.unchanged': 'You seem to have changed nothing',
  'options.check_input': 'Please check the input',
  'options.needs_address': 'Please fill in the server address first',
  'options.save_all': 'Save',
  'options.at_once': 'Switches are saved at once; fields wait for Save.',
  'options.unsaved': '{{count}} unsaved change{{count, s}}',
  'options.unsaved_bar': 'Unsaved changes',
  'options.changed': 'changed',
  'options.fill_first': 'Fill in and save first:',
  'options.idle_without': 'No effect without:',
  'options.default': 'Default: {{value}}.',
  'options.between': 'From {{min}} to {{max}}.',
  'options.at_least': 'At least {{min}}.',
  'options.fill_template': 'Fill template',
  'options.fill_default': 'Back to default',
  'options.preview': 'Preview',
  'options.preview_empty': 'Nothing yet',
  'options.edit_or_preview': 'Edit or preview: {{name}}',

  'options.secret_set': 'Set; leave blank to keep it',
  'options.secret_unset': 'Not set',
  'options.secret_caption': 'A secret is never sent to the browser; leave it blank to keep it.',
  'options.secret_unset_caption': 'A secret is not shown again once it is saved.',
  'options.clear_secret': 'Clear',
  'options.clear_secret_title': 'Clear {{name}}?',
  'options.clear_secret_text': 'What uses it stops working until it is filled in again.',

  'options.trial_title': 'Try the bot check',
  'options.trial_text':
    'Visitors will get this check when they log in. It is switched on once it has let you through.',
  'options.trial_missing':
    'The check could not be loaded here. Reload this page and try again; if it stays away, Cloudflare cannot be reached from your browser.',
  'options.password_off': 'Turn password login off',
  'options.password_off_title': 'Turn password login off?',
  'options.password_off_text':
    'Users with no other login method, admins included, can then no longer log in with a password.',
  'options.password_only_title': 'Password login cannot be turned off yet',
  'options.password_only_text':
    'No other login method that this site offers is linked to your account, so you could not log in any more. Switch such a method on and link your account first.',
  'options.password_only_link': 'Go to linked accounts',
  'options.inert': 'No effect: {{reason}}.',

  'options.choose_time': 'Please choose log time',
  'options.clean': 'Clean up logs',
  'options.clean_before': 'Delete logs older than',
  'options.clean_caption':
    'Only log rows are deleted; balances, the ledger and the audit log stay as they are.',
  'options.clean_title': 'Clean up logs?',
  'options.clean_text': 'Logs older than {{time}} are deleted for good.',
  'options.cleaned': '{{count}} log{{count, s}} cleaned',
  'options.clean_failed': 'Log cleanup failed: {{reason}}',

  'options.reset_ratios': 'Reset model ratios',
  'options.reset_ratios_title': 'Reset the model ratios?',
  'options.reset_ratios_text':
    'All model ratios go back to the built-in ones; ratios that you added or changed are lost.',
  'options.ratios_reset': 'Model ratios are back to the defaults',
  'options.callback_text':
    'Enter these addresses in the application settings of the login service:',
  'options.homepage': 'Homepage URL',
  'options.callback': 'Callback URL',

  'options.section_general': 'General',
  'options.section_drawing': 'Drawing',
  'options.section_words': 'Blocked words',
  'options.section_logs': 'Logs',
  'options.section_dashboard': 'Dashboard',
  'options.section_monitoring': 'Monitoring',
  'options.section_routing': 'Routing',
  'options.section_quota': 'Quota',
  'options.section_chats': 'Chat',
  'options.section_groups': 'Groups',
  'options.section_ratios': 'Model ratios',
  'options.section_cache_ratios': 'Cache ratios',
  'options.section_media_ratios': 'Audio and image ratios',
  'options.section_unit_prices': 'Units, thresholds and tiers',
  'options.section_group_limits': 'Group limits',
  'options.section_ratelimit': 'Model request rate limit',
  'options.section_relay': 'Relay',
  'options.section_gemini': 'Gemini',
  'options.section_claude': 'Claude',
  'options.section_address': 'Server address',
  'options.section_worker': 'Proxy worker',
  'options.section_payment': 'Payment',
  'options.section_login': 'Login and registration',
  'options.section_domains': 'E-mail domains',
  'options.section_mail': 'SMTP',
  'options.section_github': 'GitHub OAuth',
  'options.section_linuxdo': 'LinuxDO OAuth',
  'options.section_wechat': 'WeChat server',
  'options.section_telegram': 'Telegram login',
  'options.section_oidc': 'OIDC',
  'options.section_turnstile': 'Turnstile',
  'options.section_personal': 'Personalisation',
  'options.section_pages': 'Announcement and pages',

  'unit.times': 'times',
  'unit.tokens': 'tokens',
  'unit.credits': 'credits',
  'choice.client': 'As the client asks',
  'choice.en': 'English',
  'choice.zh': 'Chinese',
  'choice.error': 'With an error',
  'choice.length': 'As at its full length',
  'choice.exact': 'Exact',
  'choice.estimate': 'Estimate',
  'choice.hour': 'Hour',
  'choice.day': 'Day',
  'choice.week': 'Week',

  'hint.QuotaPerUnit': 'Credits per dollar; only what is shown depends on it.',
  'hint.RetryTimes': 'How many other channels are tried after the first failure.',
  'hint.DisplayTokenStatEnabled': 'When off, billing endpoints report the user’s quota.',
  'hint.DemoSiteEnabled': 'When on, every change but logging in is refused.',
  'hint.SelfUseModeEnabled':
    'Models without a price can be called as well, at a high default ratio.',
  'hint.MjNotifyEnabled':
    'Tells the address in notifyHook when a drawing ends; the upstream only learns this site’s own.',
  'hint.JobResultDays':
    'Pictures, songs and videos are forgotten here after that; providers may forget them sooner.',
  'hint.MjForwardUrlEnabled': 'Images come through this site, so upstream addresses stay hidden.',
  'hint.SensitiveWords': 'One per line, case-insensitive.',
  'hint.DataExportInterval': 'Too short an interval hurts the database.',
  'hint.ChannelDisableThreshold':
    'When all channels are tested, slower ones are disabled; 0 means no limit.',
  'hint.AutomaticDisableKeywords':
    'One per line, case-insensitive. A channel is disabled when an upstream error contains one.',
  'hint.ChannelBreakerFailures':
    'Refused keys and rate limits cool down at once. 0 turns cool-downs off.',
  'hint.ChannelBreakerSeconds':
    'Doubled with each failed trial, up to five minutes. What the upstream asks for comes first.',
  'hint.ChannelAffinityEnabled':
    'Vendors give discounts on prompts in their cache, and every key has its own cache. Short prompts are spread as before.',
  'hint.GroupRouteOrder':
    'Counts among channels of the same priority. Groups that are not listed go by weight.',
  'hint.ModelFallbacks':
    'Models that answer in the place of another, at their own price, when no channel of the first one does. The last try of a request is kept for them.',
  'hint.RetryCreditLimit':
    'Counts the prompt once for each try; no further one is made above it. 0 sets no limit.',
  'hint.PreConsumedQuota':
    'The least that a request holds while it runs, in tokens at the price of its prompt. Whoever has less is refused.',
  'hint.Chats':
    'Links to chat apps; {key} and {address} are filled in. Users see them in this order.',
  'hint.FAQ':
    'Questions and answers on the home page and on the overview of users; answers may be Markdown.',
  'hint.ApiInfo':
    'Further addresses of this gateway, such as those of regions. They stand on the home page and on the overview of users.',
  'hint.GroupRatio':
    'What members of a group pay beside the price: 1 is the price, 0.5 is half of it. These rows are the list of groups.',
  'hint.UserUsableGroups':
    'Groups that any user may choose for a token, with what users read about them.',
  'hint.ModelPrice': 'Dollars per call; it comes before the model ratio.',
  'hint.ModelRatio': 'Ratio 1 is 2 dollars per million prompt tokens.',
  'hint.CompletionRatio': 'How much dearer completions are than prompts; fixed for some families.',
  'hint.CacheRatio': 'What cached tokens cost beside prompt tokens.',
  'hint.CreateCacheRatio': 'What tokens written to a cache cost beside prompt tokens.',
  'hint.AudioRatio': 'What audio input costs beside prompt tokens.',
  'hint.AudioCompletionRatio': 'What audio output costs beside audio input.',
  'hint.ImageRatio': 'What image input costs beside prompt tokens.',
  'hint.UnitPrices':
    'Dollars for a million tokens or characters, a thousand tool calls or pages, each image or second. They come before the ratios.',
  'hint.PriceSteps':
    'Ratios for requests with more prompt tokens than a bound. What is left blank stays as it is below the bound.',
  'hint.PriceTiers': 'What a bill is multiplied by when the upstream served this tier.',
  'hint.ModelRequestRateLimitCount': 'Failed requests included; 0 means unlimited.',
  'hint.ModelRequestRateLimitSuccessCount': 'Successful requests only; at least 1.',
  'hint.global.spent_stream_end':
    'Whoever runs out of quota, or reaches a limit, in the middle of an answer: an error in the words of the protocol, or an end as if the answer had reached its greatest length.',
  'hint.global.hold_policy':
    'Exact: no balance falls below zero, and the hold grows while an answer is written. Estimate: a guess is held, and the whole answer is charged even if a balance falls below zero, as older gateways do.',
  'hint.global.error_language':
    'What programs read: the language they ask for, else English; or always one. People at the console and its playground read their own.',
  'hint.global.pass_through_request_enabled':
    'Request bodies go upstream as they are: no parameter is adapted, no model is mapped.',
  'hint.global.max_output_tokens':
    'The most tokens an answer can have; the model "default" stands for all others. A call that sets no limit holds as much as such an answer costs; listed models win over the built-in table.',
  'hint.gemini.safety_settings': 'The category "default" stands for all that are not listed.',
  'hint.gemini.version_settings': 'The model "default" stands for all that are not listed.',
  'hint.claude.headers_settings': 'Sent with requests to all Claude models.',
  'hint.claude.model_headers_settings':
    'Sent for one model; they override the headers for all models.',
  'hint.claude.default_max_tokens':
    'Used when the client sends no max_tokens; default is for models that are not listed.',
  'hint.claude.thinking_adapter_max_tokens': 'The "default" entry of the setting above.',
  'hint.claude.thinking_adapter_enabled': 'Thinking is on for model names that end in -thinking.',
  'hint.claude.thinking_adapter_budget_tokens_percentage':
    'BudgetTokens = MaxTokens × this share, a number between 0.1 and 1.',
  'hint.ServerAddress': 'For links in mails and the callbacks of payments and login services.',
  'hint.ReleaseAddress':
    'Where “Check for updates” on the overview asks, such as the address of a repository’s latest release. It is asked only when you press.',
  'hint.WorkerUrl':
    'Fetches images and sends webhooks for this site, so that its address stays hidden.',
  'hint.PayAddress':
    'The Epay address; online top-up opens when address, merchant id and key are filled in.',
  'hint.CustomCallbackAddress': 'When blank, payments call back the server address.',
  'hint.Price': 'Shop price of one dollar of credit.',
  'hint.ExposeRatioEnabled': 'When on, other gateways may read the prices at /api/ratio_config.',
  'hint.TopupGroupRatio': 'What members of a group pay beside the price of a top-up.',
  'hint.PasswordLoginEnabled':
    'Before turning this off, make sure admins have another way to log in.',
  'hint.EmailAliasRestrictionEnabled': 'Refuses addresses with + or . before the @.',
  'hint.EmailDomainWhitelist': 'Only these domains are accepted while the restriction is on.',
  'hint.SMTPPort': 'Port 465 always uses TLS.',
  'hint.SMTPFrom': 'When blank, the SMTP account is the sender.',
  'hint.oidc.well_known': 'Endpoints that are not filled in are read from here at the login.',
  'hint.Logo': 'Address of an image; when blank, the built-in one is shown.',
  'hint.Footer': 'HTML; when blank, the default footer is shown.',
  'hint.Notice': 'Markdown or HTML.',
  'hint.HomePageContent': 'Markdown or HTML; a single https address is shown in a frame.',
  'hint.About': 'Markdown or HTML; a single https address is shown in a frame.',

  'prices.note':
    'Prices in dollars are worked out as bills are, before the ratio of a group. Changes count once they are saved.',
  'prices.broken': 'The JSON of a price table is not valid; correct it under “Model ratios” first.',
  'prices.model': 'Model',
  'prices.modelPrice': 'Fixed price ($ per call)',
  'prices.modelRatio': 'Model ratio',
  'prices.completionRatio': 'Completion ratio',
  'prices.cacheRatio': 'Cache ratio',
  'prices.modelPrice_hint': 'Dollars per call.',
  'prices.modelRatio_hint': 'Ratio 1 is 2 dollars per million prompt tokens.',
  'prices.completionRatio_hint':
    'How much dearer completions are than prompts; blank for the built-in rule.',
  'prices.cacheRatio_hint':
    'What cached tokens cost beside prompt tokens; blank for the built-in rule.',
  'prices.dollars': 'In dollars',
  'prices.per_call': '{{price}} per call',
  'prices.per_million': 'in {{input}} · out {{output}} per 1M tokens',
  'prices.locked': 'Completions of this family are fixed at {{ratio}}',
  'prices.unset': 'Not priced',
  'prices.changed': 'Changed',
  'prices.new': 'New',
  'prices.search': 'Search models',
  'prices.show': 'Which models to show',
  'prices.show_all': 'All models',
  'prices.show_unset': 'Models without a price',
  'prices.all_set': 'Every model that channels offer has a price',
  'prices.set_price': 'Set price',
  'prices.add': 'Add model',
  'prices.added': 'Added; it counts once it is saved',
  'prices.mode': 'Price mode',
  'prices.mode_fixed': 'Fixed price',
  'prices.mode_ratio': 'Ratio',
  'prices.name_required': 'Please enter a model name',
  'prices.name_taken': 'Model name already exists',
  'prices.not_a_number': 'Please enter a number',
  'prices.save': 'Save changes',
  'prices.save_count': 'Save changes ({{count}})',
  'prices.save_first': 'Save or discard the changed prices first',
  'prices.save_title': 'Save price changes',
  'prices.save_text': 'What changes for new requests, at once: {{count}}.',
  'prices.changes': 'Price changes',
  'prices.what': 'What',
  'prices.from_to': 'Change',
  'prices.choose_all': 'Choose all changes',
  'prices.export': 'Export',
  'prices.import': 'Import prices',
  'prices.import_text':
    'Compare with the prices here and save only what you choose; models that are not in the file stay.',
  'prices.import_from': 'Where prices come from',
  'prices.from_text': 'Paste or upload',
  'prices.from_shipped': 'Built-in prices',
  'prices.import_counts': '{{changed}} differ, {{unchanged}} are the same',
  'prices.import_chosen': 'Save {{count}} chosen',
  'prices.file': 'Choose a JSON file',
  'prices.source': 'JSON',
  'prices.source_hint':
    'What this page exports, ratio_config and price lists of other gateways, or an object of models and numbers.',
  'prices.plain': 'Take an object of models and numbers as',
  'prices.plain_hint': 'Only where the JSON does not say which table it is.',
}
