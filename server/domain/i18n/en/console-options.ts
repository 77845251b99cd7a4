import type { Dict } from '../dict'
import type { zhConsoleOptions } from '../zh/console-options'

export const enConsoleOptions: Dict<typeof zhConsoleOptions> = {
  'option_inert.never_read': 'no release of one-api or new-api ever read it',
  'option_inert.written_at_once': 'statistics are written with each request',

  'options.search': 'Search settings: name, key or explanation',
  'options.not_found': 'No settings match “{{words}}”',
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
  'options.at_once': 'Switches are saved immediately; fields are saved with Save.',
  'options.unsaved': '{{count}} unsaved change{{count, s}}',
  'options.unsaved_bar': 'Unsaved changes',
  'options.changed': 'changed',
  'options.fill_first': 'Fill in and save first:',
  'options.idle_without': 'Has no effect without:',
  'options.default': 'Default: {{value}}.',
  'options.between': 'From {{min}} to {{max}}.',
  'options.at_least': 'At least {{min}}.',
  'options.fill_template': 'Fill template',
  'options.fill_default': 'Back to default',
  'options.preview': 'Preview',
  'options.preview_empty': 'Nothing yet',
  'options.edit_or_preview': 'Edit or preview: {{name}}',

  'options.secret_set': 'Set; leave blank to keep the current value',
  'options.secret_unset': 'Not set',
  'options.secret_caption': 'A secret is never sent to the browser; leave it blank to keep it.',
  'options.secret_unset_caption': 'A secret is not shown again once it is saved.',
  'options.clear_secret': 'Clear',
  'options.clear_secret_title': 'Clear {{name}}?',
  'options.clear_secret_text': 'Features that use it stop working until you set it again.',

  'options.trial_title': 'Try the bot check',
  'options.trial_text':
    'Visitors see this check when they log in. It is enabled once you have passed it yourself.',
  'options.trial_missing':
    'The check could not be loaded. Reload this page and try again; if it still fails, your browser cannot reach Cloudflare.',
  'options.password_off': 'Turn password login off',
  'options.password_off_title': 'Turn password login off?',
  'options.password_off_text':
    'Users with no other login method, admins included, can then no longer log in with a password.',
  'options.password_only_title': 'Password login cannot be turned off yet',
  'options.password_only_text':
    'No other login method of this site is linked to your account, so you would be locked out. Enable another method and link your account first.',
  'options.password_only_link': 'Go to linked accounts',
  'options.inert': 'No effect: {{reason}}.',

  'options.choose_time': 'Please choose log time',
  'options.clean': 'Clean up logs',
  'options.clean_before': 'Delete logs older than',
  'options.clean_caption':
    'Only log rows are deleted; balances, the ledger and the audit log are not affected.',
  'options.clean_title': 'Clean up logs?',
  'options.clean_text': 'Logs older than {{time}} are permanently deleted.',
  'options.cleaned': '{{count}} log{{count, s}} cleaned',
  'options.clean_failed': 'Log cleanup failed: {{reason}}',

  'options.reset_ratios': 'Reset model ratios',
  'options.reset_ratios_title': 'Reset the model ratios?',
  'options.reset_ratios_text':
    'All model ratios are reset to the built-in values; ratios you added or changed are lost.',
  'options.ratios_reset': 'Model ratios were reset to the defaults',
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
  'options.section_upstream_models': 'Upstream models',
  'options.section_status_page': 'Status page',
  'options.section_invoices': 'Invoices',
  'options.section_promotion': 'Promotion',
  'options.section_routing': 'Routing',
  'options.section_quota': 'Quota',
  'options.section_chats': 'Chat',
  'options.section_groups': 'Groups',
  'options.section_ratios': 'Model ratios',
  'options.section_cache_ratios': 'Cache ratios',
  'options.section_media_ratios': 'Audio and image ratios',
  'options.section_price_guards': 'Prices from sources',
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

  'hint.QuotaPerUnit': 'Credits per dollar; affects display only.',
  'choice.ask': 'Ask',
  'choice.add': 'Add',
  'choice.retire': 'Retire',
  'choice.map': 'Map',
  'choice.ignore': 'Ignore',
  'choice.none': 'Nobody',
  'choice.root': 'Root',
  'choice.admin': 'Administrators',
  'choice.all': 'Everybody',
  'hint.RetryTimes': 'How many other channels are tried after the first failure.',
  'hint.DisplayTokenStatEnabled': 'When off, billing endpoints report the user’s quota.',
  'hint.DemoSiteEnabled': 'When on, all changes except logging in are refused.',
  'hint.SelfUseModeEnabled': 'Models without a price can be called, at a high default ratio.',
  'hint.MjNotifyEnabled':
    'Calls the notifyHook address when a drawing finishes; the upstream only sees this site’s address.',
  'hint.JobResultDays':
    'Pictures, songs and videos are removed from here after that; providers may remove them sooner.',
  'hint.MjForwardUrlEnabled':
    'Images are proxied through this site, so upstream addresses stay hidden.',
  'hint.SensitiveWords': 'One per line, case-insensitive.',
  'hint.DataExportInterval': 'Very short intervals put load on the database.',
  'hint.ChannelDisableThreshold':
    'When all channels are tested, slower ones are disabled; 0 means no limit.',
  'hint.AutomaticDisableKeywords':
    'One per line, case-insensitive. A channel is disabled when an upstream error contains one.',
  'hint.UpstreamModelsHours': '0 reads them on demand only.',
  'hint.UpstreamModelsNew':
    'Listed by an upstream and not served. Only models with a price are added automatically.',
  'hint.UpstreamModelsGone':
    'Served, and no longer listed. Retired models leave the channel; others keep serving them.',
  'hint.UpstreamModelsRenamed':
    'Gone, with another version of the same model in the list, such as another date.',
  'hint.UpstreamModelsGoneAfter': 'A list that fails or is empty does not count.',
  'hint.UpstreamModelsInclude': 'One pattern per line; * stands for any text. Empty means all.',
  'hint.UpstreamModelsExclude': 'One pattern per line; * stands for any text.',
  'hint.ChannelBreakerFailures':
    'Rejected keys and rate limits start a cooldown immediately. 0 disables cooldowns.',
  'hint.ChannelBreakerSeconds':
    'Doubled with each failed retry, up to five minutes. A Retry-After from the upstream takes precedence.',
  'hint.ChannelAffinityEnabled':
    'Vendors discount cached prompts, and each key has its own cache. Short prompts are still load-balanced.',
  'hint.StatusPageEnabled':
    'Anybody may read it at /status: availability and time to first byte of each model on the pricing page, and incidents. It names no channel and no amount of traffic.',
  'hint.StatusPageGroupsEnabled': 'Adds the groups of the pricing page with the same figures.',
  'hint.StatusPageMinCalls': 'With fewer calls in the window, the page says that there is no data.',
  'hint.StatusPageDegradedPercent':
    'Share of calls in the window that were answered. Errors of the caller are not counted.',
  'hint.UptimeKumaPushUrl':
    'From a monitor of type Push. The gateway calls it every 20 seconds with status, msg and ping.',
  'hint.GroupRouteOrder':
    'Applies among channels of the same priority. Groups not listed use weights.',
  'hint.ModelFallbacks':
    'Models to use instead of another, at their own price, when none of its channels answers. The last attempt of a request is reserved for them.',
  'hint.RetryCreditLimit':
    'Counts the prompt once per attempt; no further attempts are made above it. 0 means no limit.',
  'hint.WelcomePlan':
    'Name of a plan. Whoever registers gets one period of it at no charge, so its budget expires. Blank for none.',
  'hint.InviteFirstPaymentReward':
    'Goes to the balance of whoever invited the user, when the first order is paid.',
  'hint.InviteTopUpPercent':
    'Of the credits of each paid order, to the balance of whoever invited the user.',
  'hint.InviteUsagePercent':
    'Of what calls take from the balance, also of credit that was given; what a plan pays does not count. Booked once a day to the balance of whoever invited the user.',
  'hint.InviteRewardDays': 'Counted from when the user joined. 0 for always.',
  'hint.InviteRewardMost':
    'For whoever invited the user, payments and usage together. 0 for no limit.',
  'hint.InvitesPerAddress':
    'Of users who registered from one address only so many earn rewards, and none from an address where the inviter is signed in. 0 for no limit.',
  'hint.RewardsPerAddress':
    'Welcome credit, invitation, check-in and first-order codes, each counted by itself. An IPv6 network is a /64. 0 for no limit.',
  'hint.RewardsPerDevice': 'Told by a cookie. 0 for no limit.',
  'hint.RewardsPerInstrument':
    'For invitations: a card or payer account, where the payment service tells it. 0 for no limit.',
  'hint.RewardMarkDays': 'Hashes of networks, browsers and cards are kept for so long.',
  'hint.CheckInCredit': 'Users may claim it once a day. 0 switches it off.',
  'hint.PreConsumedQuota':
    'The minimum held while a request runs, in tokens at the prompt price. Accounts with less are refused.',
  'hint.Chats':
    'Links to chat apps; {key} and {address} are filled in. Users see them in this order.',
  'hint.FAQ':
    "Questions and answers on the home page and on the users' overview; answers may be Markdown.",
  'hint.ApiInfo':
    "Additional addresses of this gateway, for example per region. Shown on the home page and on the users' overview.",
  'hint.GroupRatio':
    'What members of a group pay relative to the price: 1 is the full price, 0.5 half of it. These rows define the groups.',
  'hint.UserUsableGroups':
    'Groups that any user may choose for a token, with the description users see.',
  'hint.ModelPrice': 'Dollars per call; takes precedence over the model ratio.',
  'hint.ModelRatio': 'Ratio 1 is 2 dollars per million prompt tokens.',
  'hint.CompletionRatio':
    'Price of completions relative to prompts; fixed for some model families.',
  'hint.CacheRatio': 'Price of cached tokens relative to prompt tokens.',
  'hint.CreateCacheRatio': 'Price of tokens written to the cache relative to prompt tokens.',
  'hint.AudioRatio': 'Price of audio input relative to prompt tokens.',
  'hint.AudioCompletionRatio': 'Price of audio output relative to audio input.',
  'hint.ImageRatio': 'Price of image input relative to prompt tokens.',
  'hint.UnitPrices':
    'Dollars per million tokens or characters, per thousand tool calls or pages, per image or second. They take precedence over ratios.',
  'hint.PriceSteps':
    'Ratios for requests with more prompt tokens than a threshold. Blank values stay as below the threshold.',
  'hint.PriceRiseReviewPercent':
    'A price source that raises a price by more is not applied until you have reviewed it.',
  'hint.PriceFallReviewPercent':
    'A price source that lowers a price by more is not applied until you have reviewed it.',
  'hint.PriceTiers': 'Factor applied to the bill when the upstream served this tier.',
  'hint.ModelRequestRateLimitCount': 'Failed requests included; 0 means unlimited.',
  'hint.ModelRequestRateLimitSuccessCount': 'Successful requests only; at least 1.',
  'hint.global.spent_stream_end':
    "When quota or a limit runs out in the middle of a response: end with an error in the client's protocol, or as if the response had reached its maximum length.",
  'hint.global.hold_policy':
    'Exact: balances never go below zero; the hold grows while the response is generated. Estimate: an estimate is held and the full response is charged even if the balance goes below zero, as one-api and new-api do.',
  'hint.global.error_language':
    "Language of errors for API clients: the one they request (otherwise English), or always the same. The console and playground use the user's own language.",
  'hint.global.pass_through_request_enabled':
    'Request bodies are sent upstream unchanged: no parameters are adapted and no models are mapped.',
  'hint.global.max_output_tokens':
    'Maximum output tokens per model; "default" applies to all others. A request without a limit holds the cost of that many tokens; these rows take precedence over the built-in table.',
  'hint.global.context_tokens':
    'Tokens that a model reads at most, for the comparison and lists of models; takes precedence over what price sources say. It limits no request.',
  'hint.gemini.safety_settings': '"default" applies to all categories that are not listed.',
  'hint.gemini.version_settings': '"default" applies to all models that are not listed.',
  'hint.claude.headers_settings': 'Sent with requests to all Claude models.',
  'hint.claude.model_headers_settings': 'Sent for one model; overrides the headers for all models.',
  'hint.claude.default_max_tokens':
    'Used when the client sends no max_tokens; default is for models that are not listed.',
  'hint.claude.thinking_adapter_max_tokens': 'The "default" entry of the setting above.',
  'hint.claude.thinking_adapter_enabled': 'Thinking is on for model names that end in -thinking.',
  'hint.claude.thinking_adapter_budget_tokens_percentage':
    'BudgetTokens = MaxTokens × this share, a number between 0.1 and 1.',
  'hint.ServerAddress': 'Used for links in mails and for callbacks of payment and login services.',
  'hint.ReleaseAddress':
    'Queried by “Check for updates” on the overview, for example the address of a repository’s latest release. Only queried when you click it.',
  'hint.WorkerUrl':
    'Fetches images and sends webhooks for this site, so that its address stays hidden.',
  'hint.PayAddress':
    'The Epay address; online top-up is available once address, merchant id and key are set.',
  'hint.CustomCallbackAddress': 'When blank, the server address is used for payment callbacks.',
  'hint.Price': 'Selling price of one dollar of credit.',
  'hint.ExposeRatioEnabled': 'When on, other gateways may read the prices at /api/ratio_config.',
  'hint.TopupGroupRatio': 'What members of a group pay relative to the top-up price.',
  'hint.PasswordLoginEnabled':
    'Before turning this off, make sure admins have another way to log in.',
  'hint.UserOrganisationsEnabled':
    'Administrators can always create them. Members share one balance, with limits per member and project.',
  'hint.PasswordLoginClosedDomains':
    'Their people sign in with OpenID Connect, another login service or a passkey; root keeps its password.',
  'hint.PasskeyLoginEnabled':
    'Users can sign in with a passkey instead of their password, or as the second step. Browsers allow it over https only.',
  'hint.SecondFactorRequired':
    'Anyone with this role or above who has no second factor can only add one in the console. API keys keep working.',
  'hint.SecondFactorRequiredFrom':
    'A date such as 2026-01-31 (UTC), which gives people time; blank: at once.',
  'hint.EmailAliasRestrictionEnabled': 'Refuses addresses with + or . before the @.',
  'hint.EmailDomainWhitelist': 'Only these domains are accepted while the restriction is on.',
  'hint.SMTPPort': 'Port 465 always uses TLS.',
  'hint.SMTPFrom': 'When blank, the SMTP account is the sender.',
  'hint.oidc.well_known': 'Endpoints that are left blank are discovered from this URL at login.',
  'hint.oidc.groups_claim': 'Read from the user info, else from the id_token; one text or a list.',
  'hint.oidc.group_map':
    'With every login, the group of the first row whose value the claim has is set.',
  'hint.oidc.role_map':
    'admin, user or a custom role. With every login it is set; who has none of the values is a user. Root is never changed.',
  'hint.oidc.links_scim':
    'Only for the provider of the directory that provisions users: they are found by subject, user name or verified address.',
  'hint.oidc.single_logout': 'Logging out here leads to the provider’s own logout.',
  'hint.oidc.organisation_map':
    'For example acme:member. With every login people join, and leave when the claim no longer has the value; owners stay.',
  'hint.oidc.jwks_uri':
    'Signatures of id_tokens are checked against these keys; discovered where blank.',
  'hint.Logo': 'Address of an image; when blank, the built-in one is shown.',
  'hint.Footer': 'HTML; when blank, the default footer is shown.',
  'hint.Notice': 'Markdown or HTML.',
  'hint.HomePageContent': 'Markdown or HTML; a single https address is shown in a frame.',
  'hint.About': 'Markdown or HTML; a single https address is shown in a frame.',
  'hint.legal.user_agreement':
    'The page /user-agreement, linked in the footer. Markdown or HTML; a single https address is shown in a frame.',
  'hint.legal.privacy_policy':
    'The page /privacy-policy, linked in the footer. Markdown or HTML; a single https address is shown in a frame.',
  'hint.TermsVersion':
    'A date or a word. New users accept the terms when they register; with another version everybody but root is asked again at the console. Blank: nobody is asked.',
  'hint.FaqText':
    'The page /faq, in the menu of the site once it has a text. Markdown or HTML; a single https address is shown in a frame.',
  'hint.ContactText':
    'The page /contact, in the menu of the site once it has a text. Markdown or HTML; a single https address is shown in a frame.',

  'prices.note':
    'Dollar prices are computed the way bills are, before group ratios. Changes take effect when saved.',
  'prices.broken': 'The JSON of a price table is invalid; fix it under “Model ratios” first.',
  'prices.model': 'Model',
  'prices.modelPrice': 'Fixed price ($ per call)',
  'prices.modelRatio': 'Model ratio',
  'prices.completionRatio': 'Completion ratio',
  'prices.cacheRatio': 'Cache ratio',
  'prices.modelPrice_hint': 'Dollars per call.',
  'prices.modelRatio_hint': 'Ratio 1 is 2 dollars per million prompt tokens.',
  'prices.completionRatio_hint':
    'Price of completions relative to prompts; blank for the built-in rule.',
  'prices.cacheRatio_hint':
    'Price of cached tokens relative to prompt tokens; blank for the built-in rule.',
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
  'prices.added': 'Added; takes effect when saved',
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
  'prices.save_text': 'Changes that apply to new requests immediately: {{count}}.',
  'prices.changes': 'Price changes',
  'prices.what': 'What',
  'prices.from_to': 'Change',
  'prices.choose_all': 'Choose all changes',
  'prices.export': 'Export',
  'prices.import': 'Import prices',
  'prices.import_text':
    'Compare with the current prices and save only what you choose; models that are not in the file are not changed.',
  'prices.import_from': 'Source of the prices',
  'prices.from_text': 'Paste or upload',
  'prices.from_shipped': 'Built-in prices',
  'prices.import_counts': '{{changed}} differ, {{unchanged}} are the same',
  'prices.import_chosen': 'Save {{count}} chosen',
  'prices.file': 'Choose a JSON file',
  'prices.source': 'JSON',
  'prices.source_hint':
    'An export of Model prices, ratio_config and price lists of other gateways, or an object of models and numbers.',
  'prices.plain': 'Take an object of models and numbers as',
  'prices.plain_hint': 'Only where the JSON does not say which table it is.',
}
