import type { ErrorId } from '../../errors/catalogue'
import { enAccountErrors } from './account-errors'

export const enErrors = {
  ...enAccountErrors,
  'request.invalid_json': 'The request body is not valid JSON; please check its format',
  'request.not_a_socket': 'This address accepts WebSocket connections only',
  'request.no_steering':
    'A response in progress cannot be steered here; send a response.create instead',
  'request.not_an_object': 'The request body must be a JSON object',
  'request.invalid_form': 'The request body is not a valid multipart form',
  'request.invalid': 'Invalid request parameter {{field}}: {{reason}}',
  'request.too_large': 'The request body is too large; the limit is {{limitMb}} MB',
  'request.too_slow':
    'The request body arrived too slowly; reading stopped after {{seconds}} second{{seconds, s}}',
  'request.bad_address': 'The Host header or the request target is not a valid address',
  'request.bad_encoding':
    'The request body could not be decompressed according to its Content-Encoding',
  'request.unsupported_encoding':
    'Unsupported Content-Encoding {{encoding}}; use gzip, br, zstd, deflate or no compression',
  'request.model_missing': 'No model was given; please set the model field',
  'request.sensitive_words': 'The request was refused because it contains blocked words',
  'request.aborted': 'The client closed the connection',
  'request.repeated': 'This request has been carried out already',
  'request.too_many': 'Too many requests; please try again in {{seconds}} second{{seconds, s}}',
  'limit.requests':
    'At most {{count}} request{{count, s}} in {{minutes}} minute{{minutes, s}}, failed ones included; try again later',
  'limit.successes':
    'At most {{count}} successful request{{count, s}} in {{minutes}} minute{{minutes, s}}; please try again later',

  'limit.reached':
    'Limit reached: {{amount}} {{kind}} {{window}} for {{subject}}; {{used}} used, {{left}} left, {{needed}} needed. Try again in {{seconds}} second{{seconds, s}}.',
  'limit.held':
    'Limit held: {{amount}} {{kind}} {{window}} for {{subject}}; {{used}} used, {{held}} held by requests in progress, {{left}} left, {{needed}} needed. Try again in {{seconds}} second{{seconds, s}}.',
  'limit.background':
    'Too many background responses at once (at most {{max}}); wait for one to finish, or cancel one. Try again in {{seconds}} second{{seconds, s}}.',
  'limit.spent':
    'Limit spent: {{amount}} {{kind}} {{window}} for {{subject}}; {{used}} used, {{left}} left, {{needed}} needed. {{when}} {{remedy}}',
  'chart.not_found': 'There is no chart {{chart}} of yours',
  'lease.lost': 'Another process took over {{lease}}; nothing was written',
  'limit.not_found': 'There is no limit {{limit}}',
  'alert.not_found': 'There is no alert rule {{alert}}',
  'limit.bodies':
    'Too many of your large requests are waiting; please try again in {{seconds}} second{{seconds, s}}',
  'limit.sockets':
    'Too many open sockets (at most {{count}}); please try again in {{seconds}} second{{seconds, s}}',
  'limit.body_bytes':
    'Your requests in progress exceed {{limitMb}} MB in total; please try again in {{seconds}} second{{seconds, s}}',
  'value.invalid': 'Invalid {{field}}: {{reason}}',
  'value.too_long': '{{field}} is too long; at most {{max}} character{{max, s}}',
  'value.out_of_range': '{{field}} must be between {{min}} and {{max}}',

  'token.missing': 'No token was given; send it as a Bearer token in the Authorization header',
  'token.too_many_wrong':
    'Too many calls with a wrong API key from this address; try again in {{seconds}} second{{seconds, s}}',
  'token.invalid': 'Invalid token',
  'token.disabled': 'This token is disabled; enable it on the token page and retry',
  'token.expired': 'This token has expired',
  'token.exhausted': 'The quota of this token is used up ({{hint}})',
  'token.ip_refused': "Your address {{ip}} is not on this token's allow list",
  'token.is_frozen':
    'This API key was frozen by the operator until further notice. Reason: {{reason}}',
  'token.is_frozen_until':
    'This API key was frozen by the operator until {{until}} UTC. Reason: {{reason}}',
  'token.model_refused': 'This token may not use the model {{model}}',
  'token.group_refused': 'The group {{group}} of this token is disabled; choose another group',
  'token.group_deprecated':
    'The group {{group}} of this token no longer exists; choose another group',
  'token.pin_refused': 'Ordinary users cannot choose a channel',
  'token.not_found': 'Token not found; refresh the page and retry',
  'token.name_too_long': 'The token name is too long; at most {{max}} character{{max, s}}',
  'token.quota_invalid': 'The token quota must be a whole number from 0 to {{max}}',
  'token.expiry_invalid':
    'Expiry time format error; use -1 or a time in the future, up to the year 9999',
  'token.count_invalid': 'The number of tokens must be between 1 and {{max}}',
  'token.ip_list_invalid': '{{value}} in the address list is not an IP address or network',
  'token.cannot_enable_expired':
    'The token has expired and cannot be enabled; change its expiry or set it to never expire',
  'token.cannot_enable_exhausted':
    'The token quota is used up and cannot be enabled; raise its quota or set it to unlimited',

  'option.unknown': 'Unknown option: {{key}}',
  'option.invalid': 'Invalid value for option {{key}}: {{reason}}',
  'option.in_use': 'Turn {{switch}} off before changing {{key}}; it is tested when it is turned on',
  'option.trial_failed': '{{key}} failed its test and stays off: {{reason}}',
  'option.last_way_in':
    'Without {{key}} you would be locked out: first link your account to another login service that is enabled',
  'option.needs': '{{key}} cannot be enabled before {{needs}} is set',
  'option.secret_hidden': 'Option {{key}} is a secret and cannot be read',
  'secret.unreadable':
    'A stored secret could not be decrypted; check that GW_SECRET_KEY is the one it was saved with',
  'secret.key_invalid': 'GW_SECRET_KEY is invalid: {{reason}}',
  'secret.key_elsewhere':
    'Everything is sealed with the present key, which this gateway is given: name a new one there, put the present one into GW_SECRET_KEY_FALLBACKS, restart every node, and run this again',
  'secret.key_shared':
    'A node runs on {{host}}: put the same new key before the present one in secret.key of every node, or name it in GW_SECRET_KEY, restart them, and run this again',
  'secret.key_missing':
    'The database holds sealed keys, but {{path}} is missing; put it back, or set the GW_SECRET_KEY that the gateway runs with',

  'channel.is_frozen': 'Root has frozen this channel; only root can let it go on',
  'channel.not_found': 'Channel not found, refresh the page and retry',
  'channel.name_or_key_empty': 'Please fill in channel name and key',
  'channel.key_empty': 'Please fill in the key',
  'channel.key_invalid': 'The key of this type has the form {{format}}',
  'channel.key_known': 'This channel already has the key {{hint}}',
  'channel.key_last': 'The last key of a channel cannot be removed; delete the channel instead',
  'channel.key_not_found': 'This channel has no key {{key}}',
  'channel.models_empty': 'Please select at least one model',
  'channel.type_unknown': 'Unknown channel type: {{type}}',
  'channel.type_not_relayed': 'Channels of type {{type}} cannot relay yet',
  'channel.type_retired':
    'Type {{type}} is retired; create a channel of type {{successor}} instead',
  'channel.field_invalid': 'Invalid channel field {{field}}: {{reason}}',
  'channel.base_url_missing': 'This type needs an address',
  'channel.base_url_invalid': 'The channel address is not a valid http or https URL',
  'channel.address_refused':
    'The private address {{host}} is only allowed in channels created by the super administrator',
  'channel.tag_empty': 'The tag cannot be empty',
  'channel.tag_not_found': 'The tag {{tag}} does not exist',
  'channel.none_selected': 'Please select channels first',
  'channel.model_untestable':
    '{{model}} cannot be tested yet: this channel does not relay its kind of requests',
  'channel.test_unsupported': 'Channels of type {{type}} cannot be tested',
  'channel.record_unsupported': 'Responses of {{operation}} are not text and cannot be recorded',
  'channel.test_running': 'A test is already running',
  'channel.balance_unsupported': 'Channels of type {{type}} cannot report a balance',
  'channel.prices_unsupported': 'Channels of type {{type}} have no price list to read',
  'channel.verify_too_dear': 'The check could cost {{cost}}, more than the allowed {{max}}',
  'channel.models_unsupported': 'Channels of type {{type}} cannot list their models',
  'channel.models_unreadable': 'Failed to get the model list: {{reason}}',
  'channel.models_none': 'The upstream lists no models',
  'channel.walk_running': 'Model lists are being read already',
  'upstream_model.not_found': 'No upstream model with the number {{finding}} waits',
  'upstream_model.unpriced':
    'No price is set for {{models}}; set one first, or say that it is added without',
  'channel.pin_invalid': 'Invalid channel id: {{pin}}',
  'channel.incomplete': 'Channel {{id}} cannot be used: its address, key or account is missing',
  'channel.disabled': 'Channel {{id}} is disabled',
  'channel.none': 'No available channel for model {{model}} in group {{group}}',
  'model_mapping.invalid':
    'The model mapping of the channel is not valid; please contact the administrator',
  'model_mapping.loop':
    'The model mapping of the channel loops for {{model}}; please contact the administrator',
  'model.not_found': "The model '{{model}}' does not exist, or you do not have access to it",
  'model.input_too_long': 'prompt is too long: {{tokens}} tokens > {{most}} maximum',
  'model.not_offered': "The model '{{model}}' cannot be used with this endpoint",
  'group.not_found': 'The group {{group}} does not exist',
  'group.not_allowed': 'You may not use the group {{group}}',
  'pricing.not_exposed': 'This site does not publish its ratios',

  'price.missing':
    'No ratio or price is set for model {{model}}; please ask the administrator to set one',
  'price_source.not_found': 'There is no price source {{source}}',
  'price_source.unreachable': 'The price source could not be read: {{reason}}',
  'price_source.unreadable':
    'The price source has no readable price at {{place}}; nothing of it was used',
  'price_review.not_found': 'No price with the number {{review}} waits for review',
  'price_change.not_found': 'There is no price change {{change}}',
  'price_change.wrong_state': 'Price change {{change}} is {{state}}; this cannot be done to it',
  'price_change.changed_since': 'The price of {{model}} has changed since; nothing was rolled back',
  'price.changed':
    'Someone else changed the price of {{model}} in the meantime; nothing was saved. Open it again',
  'quota.user_held':
    'Requests in progress hold {{held}} of the user quota: {{balance}} left, {{needed}} needed. Try again in {{seconds}} second{{seconds, s}}.',
  'quota.token_held':
    'Requests in progress hold {{held}} of the token quota: {{balance}} left, {{needed}} needed. Try again in {{seconds}} second{{seconds, s}}.',
  'quota.user_short': 'Insufficient user quota: {{balance}} left, {{needed}} needed',
  'quota.token_short': 'Insufficient token quota: {{balance}} left, {{needed}} needed',
  'quota.user_ran_out':
    'The user quota ran out while the answer was being written; what was sent has been charged',
  'quota.token_ran_out':
    'The token quota ran out while the answer was being written; what was sent has been charged',
  'usage.session_not_found': 'There is no session {{session}}',
  'usage.not_yours': 'Only administrators can use {{name}}',
  'redemption.not_found': 'Redemption code not found; refresh the page and retry',
  'redemption.code_empty': 'Please enter the redeem code',
  'redemption.code_unknown': 'Redeeming failed: the code is not valid',
  'redemption.used': 'Redeeming failed: the code has been used already',
  'redemption.disabled': 'Redeeming failed: the code is disabled',
  'redemption.name_invalid': 'The name must have 1 to {{max}} character{{max, s}}',
  'redemption.count_invalid': 'The number of codes must be between 1 and {{max}}',
  'redemption.quota_invalid':
    'The quota of a code must be a positive whole number of at most {{max}}',
  'redemption.plan_gone': 'Redeeming failed: the plan of this code is no longer offered',
  'redemption.grants_plan': 'This code grants a plan and has no quota',
  'redemption.used_is_final': 'This code has been used and cannot be changed any more',
  'payment.closed': 'The administrator has not enabled online top-up',
  'payment.amount_too_small': 'Top-up amount cannot be less than {{min}}',
  'payment.method_unknown': 'Unknown payment method: {{method}}',
  'payment.order_not_found': 'Top-up order not found',
  'payment.order_mismatch': 'The payment notice does not match the order',
  'payment.already_credited': 'The order has been credited already',
  'payment.signature_invalid': 'The payment notice has an invalid signature',
  'payment.notice_unreadable': 'The payment notice cannot be read',
  'payment.service_failed':
    'The payment service {{service}} does not answer as it should: {{reason}}',
  'payment.cannot_ask': 'This payment service cannot be asked about orders',
  'payment.cannot_refund':
    'This payment service takes no refunds from here; refund there, and its notice is booked here',
  'payment.refund_running':
    'A refund of this order is under way, or nobody knows how it ended; close its case first',
  'payment.refund_too_large': 'At most {{max}} of this order can be refunded',
  'payment.refund_refused': 'The payment service {{service}} has refused the refund: {{reason}}',
  'payment.not_paid': 'The order was not paid through its payment service',
  'payment.case_not_found': 'There is no such open payment case',
  'payment.cannot_renew': '{{service}} cannot renew this plan; pay for it once',
  'payment.code_and_renewal': 'A promo code counts for one payment: leave it out, or pay once',
  'payment.no_portal': 'No payment service here has pages for customers',
  'audit.differs': 'The audit log was tampered with: {{kind}} (place {{place}}, entry {{id}})',
  'ledger.differs':
    'The ledger and the balances differ in {{count}} place{{count, s}}; see the report',

  'reconcile.money_only':
    'This is a cost export of {{shape}} and has no token counts; export the usage instead',
  'reconcile.unreadable':
    'This is no export of OpenAI, Anthropic, Google, Azure or Bedrock, and no CSV of date,model,class,count',
  'invoice.not_found': 'There is no such invoice',
  'invoice.link_invalid': 'This link to an invoice is wrong or has ended; ask for a new one',
  'invoice.not_printed': 'This program cannot make a PDF',
  'receipt.link_invalid': 'This link to a receipt is wrong or has ended; ask for a new one',
  'log.not_found': 'There is no call {{id}} in the log',
  'log.time_missing': 'Please choose log time',
  'log.range_too_long': 'The time range cannot be longer than {{days}} day{{days, s}}',
  'log.query_unclear': 'The filter “{{part}}” is not understood',
  'log.store_away': 'ClickHouse, which has older days of the log, does not answer',
  'log.days_away':
    'The log of {{from}} to {{to}} is in ClickHouse; GW_CLICKHOUSE_URL does not say where',
  'log.month_missing': 'The file with the log of {{month}} is missing',
  'drawing.not_found': 'Drawing job not found',
  'drawing.not_finished': 'The drawing {{id}} is not finished, so nothing can follow it yet',
  'job.not_failed': 'Only jobs that have failed can be tried again',
  'job.not_kept': 'The job was too large to be stored; please submit it again',
  'job.not_charged': 'This job has cost nothing that could be refunded',
  'task.not_found': 'Task not found',

  'job.not_found': 'No such job: {{id}}',
  'job.action_unsupported': 'No channel can do “{{action}}” for {{model}}',
  'job.channel_gone': 'The channel of {{id}} is disabled, deleted or has another key now',
  'job.duplicate': 'The provider answered with a job that is already running: {{id}}',
  'job.lost': 'The provider does not know this job; nothing was charged',
  'job.timed_out': 'The job took too long; nothing was charged',
  'job.failed': 'The provider could not do this job; nothing was charged',
  'job.over': '{{id}} has ended, and there is nothing to fetch or to stop',
  'job.running': '{{id}} is still running; cancel it, or wait for its end',
  'job.link_invalid': 'This link is not valid or has expired',
  'job.switched_off': 'This site has switched this off',
  'owned.not_found': 'No such object: {{id}}',
  'owned.answer_not_found': 'Previous response with id {{id}} not found',
  'owned.channel_gone': '{{id}} is stored at channel {{channel}}, which is disabled or was deleted',
  'owned.key_changed':
    'The upstream no longer knows {{id}}: the key of its channel {{channel}} has been replaced',
  'owned.apart':
    '{{id}} and {{other}} belong to different upstream accounts; use them in separate requests',
  'owned.not_offered': 'No channel of the group {{group}} offers {{path}}',
  'owned.job_running': '{{id}} is still running; cancel it, and delete it when it has ended',
  'response.cancelled': 'The response was cancelled',
  'response.interrupted': 'The gateway stopped while it made this response; ask again',
  'response.runs_elsewhere':
    '{{id}} is running on another node of the gateway; only its status is available here, try again later',

  'upstream.untranslatable':
    'The request asks for what this model cannot be asked for here, and it is not to be changed: ' +
    '{{names}}',
  'upstream.refused': 'The upstream answered with an error (status {{status}}): {{reason}}',
  'upstream.misconfigured':
    'The provider of this model does not accept the account of this site at the moment. Neither your key nor your request is at fault; the administrator sees the reason in the log',
  'upstream.saturated':
    'The upstream of this group is saturated at the moment, please try again later',
  'upstream.unreachable': 'The upstream could not be reached: {{reason}}; please try again later',
  'upstream.no_first_byte':
    'The upstream did not begin to answer within {{seconds}} second{{seconds, s}}',
  'upstream.timeout': 'The upstream did not answer within {{seconds}} second{{seconds, s}}',
  'upstream.invalid_answer': 'The upstream sent an answer that could not be understood',
  'upstream.closed_idle':
    'The upstream closed an idle connection just as the request was sent; please try again',
  'upstream.cut': 'The upstream closed the connection before the answer was complete',
  'upstream.silent':
    'The upstream sent nothing for {{seconds}} second{{seconds, s}}; the answer is incomplete',
  'upstream.slow':
    'The upstream did not complete its answer within {{seconds}} second{{seconds, s}}',
  'upstream.too_large': 'The upstream answer is larger than the limit of {{limitMb}} MB',
  'upstream.address_refused': 'The upstream address is not allowed',
  'upstream.key_invalid':
    'The key of the channel does not have the form {{format}}; please contact the administrator',
  'upstream.region_unknown':
    'The channel names no region for the model; please contact the administrator',
  'upstream.proxy_invalid':
    'The proxy of the channel is not valid; please contact the administrator',
  'media.unreadable': 'The file {{url}} could not be read; check that it is publicly reachable',
  'media.too_large': 'The file is too large; the limit is {{limitMb}} MB',
  'media.unsupported': 'Unsupported file type: {{type}}',

  'route.not_found': 'Invalid URL ({{method}} {{path}})',
  'route.retired': 'Its vendor has retired {{path}}; use {{instead}}',
  'route.not_implemented': 'API not implemented',
  'demo.read_only': 'This site is a demo only, no server',
  'mcp.read_only':
    'This connection only reads. A person can allow changes: gw mcp --write, or the address without read_only.',
  'setup.done': 'The system has been set up already',
  'setup.needed': 'The system has not been set up yet',
  'db.too_new':
    'The database is at {{found}}, this program knows only {{known}}; upgrade the program',
  'db.checksum_differs':
    'The applied migration {{name}} differs from the one in this program; refusing to start',
  'db.in_use': 'Another process is already serving the database {{path}}; stop it first',
  'command.unavailable': 'This process cannot run commands; use gw on its machine',
  'db.url_invalid': 'Invalid database URL: {{reason}}',
  'db.not_a_file': 'This works on a SQLite file only; for PostgreSQL use {{tool}}',
  'db.missing':
    'There is no database at {{path}}; name its folder with --data or GW_DATA, or make one with gw serve',
  'db.truncated':
    '{{path}} is empty although a gateway has used this folder; a full disk or an interrupted copy leaves such a file. Restore a backup with gw db restore, or delete it to start over',
  'backup.unfinished':
    '{{path}} has a write-ahead log (-wal) that was not merged, so it is not a complete backup; make one with gw db backup',
  'backup.is_current': '{{path}} is the present database itself; there is nothing to restore',
  'check.failed': 'Checks that failed: {{count}}; see the report',
  'db.unavailable': 'The database is not available right now; please try again later',
  'db.query_too_long':
    'The search was given up after {{seconds}} second{{seconds, s}}; please narrow it, for example to a shorter time',
  'import.unreadable': 'The file cannot be imported: {{reason}}',
  'import.row_refused': 'Nothing was imported, because of {{row}}: {{reason}}',
  'import.too_long':
    'While a server runs, at most {{max}} rows can be imported at once, and the file has {{rows}}',
  'file.unreadable': 'The file {{path}} could not be read: {{reason}}',
  'file.exists': 'The file {{path}} exists already and is not overwritten',
  'server.unreachable': 'Unable to connect to {{url}}; check that the server is running',
  overloaded: 'The service is busy; please try again later',
  'live.not_serving': 'No gateway is running on this database',
  'call.not_found': 'No call in flight has the id {call}',
  'call.ended': 'An administrator has ended this call',
  shutting_down: 'The service is shutting down; please try again later',
  internal: 'Internal server error, contact the administrator',
  'update.no_address': 'No release address is set; set ReleaseAddress first',
  'update.bad_status': 'The release address answered {{status}}',
  'update.unreadable': 'The release address returned no version',
  'incident.not_found': 'There is no such incident',
  'incident.times_wrong': 'Maintenance has a start and a later end',
  'status_page.not_found': 'There is no such status page here',
  'status_page.push_refused': 'Uptime Kuma did not take the heartbeat: {{problem}}',
} as const satisfies Record<ErrorId, string>
