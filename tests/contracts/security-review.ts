/**
 * Where each row of the security review of this family of gateways is answered: by a test that
 * shows the weakness absent, or by words of web/docs/security.md that say what is not done.
 */

export type Evidence =
  | {
      /** Path of a test file, from the root. */
      readonly proof: string
      /** The title of a test in it, or a part that no other thing in the file is called. */
      readonly says: string
    }
  /** A few words that the page has; the row's id stands beside them. */
  | { readonly manual: string }

export type Evidences = readonly [Evidence, ...Evidence[]]

const by = (file: string, ...titles: [string, ...string[]]): Evidence[] =>
  titles.map((says) => ({ proof: `tests/${file}.test.ts`, says }))
const manual = (words: string): Evidence => ({ manual: words })
const row = (...parts: [Evidence | Evidence[], ...(Evidence | Evidence[])[]]): Evidences => {
  const [first, ...rest] = parts.flat()
  if (first === undefined) throw new Error('a row without evidence')
  return [first, ...rest]
}

const ACCESS = {
  A1: row(by('api/security-access', 'and passwords are in no list and no row of users')),
  A2: row(
    by('api/session', 'a disabled user is out at once'),
    by('api/users', 'promoting and demoting answer the new role and end the sessions'),
    by('api/own-account', 'a new password ends every session'),
    by('api/security-access', 'end with the password, whoever sets a new one'),
    by('api/security-access', 'can do what their owners may do now, and no more'),
  ),
  A3: row(
    by('api/session', 'the cookie is for https only where people come by https'),
    by('api/session', 'a login ends the session whose cookie came with it'),
    by('api/session', 'an id that a stranger chose is never taken over'),
  ),
  A4: row(
    by('api/own-account', 'a login of long ago asks for the current password'),
    by(
      'api/own-account',
      'deregistering wants the own name where one is typed, and a recent login',
    ),
    by('api/verification', 'a login that is not fresh needs the password'),
    by('api/oauth-github', 'binding needs a fresh login'),
    by('api/security-access', 'are not made by a login of long ago, but with the password'),
    by('api/security-access', 'cannot be guessed with a stolen session, nor by parallel tries'),
  ),
  A5: row(
    by('api/permission-matrix', 'another site cannot make a browser write'),
    by('api/session', 'a link on another site cannot log anybody out'),
  ),
  A6: row(
    by('api/verification', 'who is not logged in is turned away with 401'),
    by('api/wechat', 'a bind without a session is refused with 401'),
    by('api/telegram', 'without a session, or switched off, nothing happens'),
  ),
  A7: row(
    by('api/channels', 'has every field of the wire, no null, and never the key'),
    by('api/channels', 'an admin enters the key again for a new host, root does not'),
    by('api/channels', 'an admin cannot carry a key elsewhere by copying its channel'),
    by('services/channels', 'an admin who sends the key elsewhere by'),
  ),
  A8: row(by('api/logs', 'root alone deletes')),
  A9: row(
    by('api/users', 'the whole object comes back without harm, and unknown fields'),
    by('api/channels', 'fields that are not an operator’s to set are ignored'),
  ),
  A10: row(
    by('api/own-account', 'deregistering ends session, tokens and access token for good'),
    by('services/users', 'deleting revokes the tokens and keeps the balance explained'),
  ),
  A11: row(
    by('api/own-account', 'guessing is slowed down'),
    by('api/session', 'five wrong passwords lock the account for that address'),
  ),
  A12: row(by('api/security-access', 'who takes over a name does not take over its figures')),
  A13: row(by('api/pricing', 'visitors see what anybody may use, and never the name of another')),
} satisfies Record<string, Evidences>

const LOGIN = {
  B1: row(
    by('api/session', 'forwarding headers count only from a trusted proxy'),
    by('relay/credentials', 'does not believe a header that anyone can write'),
  ),
  B2: row(
    by('api/session', 'five wrong passwords lock the account for that address, parallel ones too'),
    by('api/verification', 'the next code can be had after 30 seconds, and ten within an hour'),
    by('api/security-access', 'addresses of one IPv6 network share their limits'),
    by('api/second-factor', 'needs a code after the password, and is one only then'),
    by('api/passkeys', 'logs in alone, knows its owner, and counts as the second factor'),
    manual('waits after wrong passwords are windows and do not grow'),
  ),
  B3: row(
    by('api/verification', 'wrong codes run out after five tries'),
    by('api/verification', 'one code used by four at once opens one account'),
    by('api/verification', 'needs a code that was sent to this user for binding'),
    by('api/reset', 'the database holds neither code nor link'),
  ),
  B4: row(
    by('api/verification', 'a visitor is not told who has an account'),
    by('api/reset', 'an unknown address is answered like a known one'),
    by('api/session', 'every kind of wrong login has one message'),
    by('api/security-access', 'of users that do not exist take as much work as wrong ones'),
  ),
  B5: row(
    by('api/reset', 'ends every session', 'a link works once', 'the user may choose the password'),
    by('db/migrate', 'an e-mail belongs to one living user'),
    manual('a reset link opened without choosing a password'),
  ),
  B6: row(
    by('api/oauth-github', 'whoever takes over a login name does not take over the account'),
    manual('an imported GitHub login name opens no account'),
  ),
  B7: row(
    by(
      'api/oauth-github',
      'must be the one of this browser',
      'works once',
      'ends after ten minutes',
    ),
    by('api/oauth-github', 'belongs to one provider', 'exchanged with the proof key'),
    by('api/oauth-oidc', 'an id_token with %s is refused', 'has not verified is not kept'),
    by('api/oauth-oidc', 'an id_token signed by %s is refused'),
  ),
  B8: row(by('api/oauth-linuxdo', 'the way back is the configured address')),
  B9: row(
    by('api/oauth-oidc', 'a wished name that is %s gives way to a made-up one'),
    manual('look-alike letters'),
  ),
  B10: row(by('api/telegram', '%s is refused', 'the same facts work once', 'a banned user stays')),
  B11: row(
    by('api/bot-check', 'one passed check covers four actions of one address'),
    manual('is not asked on the way back from a login service'),
  ),
  B12: row(
    by('api/register', '%p is answered with %s'),
    by('api/verification', 'only listed domains and plain names pass'),
    by('api/oauth-github', 'an address against the rules of the site is left out'),
  ),
  B13: row(by('api/status', 'is done, and nobody becomes root by asking')),
  B14: row(by('services/users', 'root gets a random password', '%p is no password for root')),
  B15: row(
    by('api/own-account', 'is shown once, works with and without Bearer, and is stored as a hash'),
    by('api/security-access', 'do not make their own successors'),
    by('api/access-tokens', 'does what its scopes say and nothing else'),
    by('api/access-tokens', 'ends at its time, and at once when it is revoked'),
  ),
} satisfies Record<string, Evidences>

const SECRETS = {
  C1: row(
    by('api/security-secrets', 'nothing that opens a door stands in the database in the clear'),
    by('services/seal', 'refuses a text with any single character changed'),
    manual('redemption codes are stored in plain text'),
  ),
  C2: row(
    by('domain/options/options', 'are exactly the credentials'),
    by('api/options', 'every key but secrets is listed with a text'),
  ),
  C3: row(by('api/options', 'a secret can be set but never read; no value leaves it alone')),
  C4: row(
    by('services/mail', 'a certificate that nobody vouches for is not trusted'),
    by('services/mail', 'nothing goes over the network in the clear unless the operator allows'),
  ),
  C5: row(
    by('api/security-secrets', 'an accident is told by its request id alone'),
    by('services/log', 'a secret prints as stars wherever it stands'),
  ),
  C6: row(manual('there is no profiler')),
} satisfies Record<string, Evidences>

const OUTBOUND = {
  D1: row(
    by('services/webhook', 'a name that leads to %s is refused', 'does not follow a redirect'),
    by(
      'services/webhook',
      'nothing is sent in the clear',
      'posts body and headers to the resolved',
    ),
  ),
  D2: row(
    by('api/models', 'of a private address are for root only', 'that are %s are a message'),
    by('services/channels', 'only what root adds may reach private addresses'),
    by('relay/faults', 'with a redirect is not followed', 'with a huge error page is cut short'),
    by('regression/proxies-are-judged', 'is not connected to for who may not reach it'),
  ),
  D3: row(
    by(
      'relay/drawing-switches',
      'a picture',
      'is fetched by its link only, while that works',
      'that is a page is not handed on',
    ),
  ),
  D4: row(
    by('services/mail', 'a receiver is one receiver, whatever the text has in it'),
    manual('an address for notices is not proven by a code'),
  ),
  D5: row(
    by('services/mail', 'escape what people typed, and fold subjects into one line'),
    by('api/openapi', 'loads nothing from elsewhere and has no inline script'),
    by('web/served', 'runs scripts of this server only, and of those inside it the one it names'),
    by('web/shell', 'has the footer that the operator wrote, without what could run'),
    by(
      'web/notice',
      'an announcement is a banner once, again when it changes, and behind the bell',
    ),
    manual('come from the API as they were typed'),
  ),
  D6: row(
    by('api/logs', 'filters are exact, combine, and take wildcards literally'),
    by('db/logs', 'by what no index knows, only the newest rows of the time are looked through'),
    by('api/users', 'is found by part of a name, by id and by group, with wildcards as letters'),
    manual('statements have no time limit of their own'),
  ),
  D7: row(by('api/security-access', 'forwarding headers of a stranger change no address')),
  D8: row(by('relay/worker', 'does not travel in the clear to %s')),
} satisfies Record<string, Evidences>

const MONEY = {
  E1: row(
    by('services/redemptions', 'thirty-two callers at once'),
    by('api/aff', 'move into the balance, once for 16 at the same time'),
    by('db/shop', 'a code is claimed once and changed in the state it was read in only'),
    by('db/processes', 'two processes that write at once lose nothing'),
  ),
  E2: row(
    by('api/setting', 'a balance that calls move meanwhile is not written back'),
    by('db/ledger', 'finds a balance that was edited behind the ledger'),
  ),
  E3: row(by('api/users', 'a quota that has moved since it was read is not overwritten')),
  E4: row(
    by('services/redemptions', 'thirty-two callers at once'),
    manual('refused codes are not recorded'),
  ),
  E5: row(
    by('services/redemptions', 'a used code is final'),
    by('services/redemptions', 'nobody makes a code used, or something unknown, by hand'),
    by('api/redemptions', '%j is refused with HTTP 200'),
  ),
  E6: row(
    by('api/payment', 'ten times, at once and again, credits once'),
    by('api/payment', 'fails and credits nothing, though the rest is right'),
    by('api/payment', 'fails while payment is not configured, without words'),
    by('services/payments', 'a credit that cannot be booked leaves the order unpaid'),
    by('db/shop', 'an order is paid once, also after it has expired'),
  ),
  E7: row(
    by('domain/top-up', 'the money text %p is read as %p cents'),
    by('api/payment', 'fails and credits nothing, though the rest is right'),
    manual('compared in constant time'),
  ),
  E8: row(by('db/migrate', 'numbers come back as numbers, also beyond 32 bits')),
  E9: row(
    by('relay/crash', 'charges every whole answer once and gives back every open call'),
    by('db/hot-ledger', 'a settled call moves user, token, channel, log and hourly usage together'),
  ),
  E10: row(by('api/aff', 'count without a reward as well'), manual('invite rewards have no cap')),
  E11: row(by('services/tokens', '%p is refused and leaves nothing')),
  E12: row(by('services/tokens', 'an expired token comes back by itself when its expiry moves')),
  E13: row(by('api/security-secrets', 'testing a channel bills nobody')),
} satisfies Record<string, Evidences>

const OPERATION = {
  F1: row(
    by('api/security-secrets', 'whoever changes something is on record'),
    by('db/audit', 'rows of the audit log are added and read; no code changes or deletes them'),
    by('cli/management', 'says who changed what, newest first, with secrets masked'),
  ),
  F2: row(
    by('api/users', 'a page has ten rows when nobody says, and at most a hundred'),
    by('api/channels', 'a page size of nonsense is ten, and none is above a hundred'),
    by('api/tokens', 'has ten rows when nobody says, and at most a hundred'),
    by('api/redemptions', 'pages hold 100 rows at most'),
    by('api/dashboard', 'a month and an hour is allowed, more than 31 days is not'),
    by('api/health', 'answers at once, goes one at a time, and a second one is refused'),
    manual('still takes the key in the address'),
  ),
  F3: row(
    by('domain/options/options', '%s refuses a bad value and names itself'),
    by('services/options', 'a map replaces the stored one, nothing is merged'),
  ),
  F4: row(by('services/channels-sweep', 'is released when it breaks, so that the next one can')),
  F5: row(
    by('services/channels', 'a refused change changes nothing'),
    by('relay/live-change', 'gw channel add, set and delete'),
    by('db/migrate', 'abilities go with their channel'),
  ),
  F6: row(
    by('relay/live-change', 'gw user disable and enable'),
    by('relay/live-change', 'gw token revoke'),
  ),
  F7: row(
    by('services/jobs', 'runs in one of several processes, whoever looks first'),
    manual('limits are counted per process'),
  ),
  F8: row(by('api/security-access', 'is never allowed to send credentials along')),
  F9: row(
    by('api/session', 'the wide limit counts each user apart, and addresses for everybody else'),
    by('api/session', 'the narrow limit answers 429 with the seconds to wait'),
  ),
  F10: row(
    by('db/sqlite', 'makes a file that only its owner can read'),
    by('db/backup', 'the copy is whole, private and a database of its own'),
    by('services/seal', 'is made once, for its owner only, and read again'),
    manual('no log files'),
  ),
} satisfies Record<string, Evidences>

export const SECURITY_REVIEW: ReadonlyMap<string, Evidences> = new Map(
  Object.entries({ ...ACCESS, ...LOGIN, ...SECRETS, ...OUTBOUND, ...MONEY, ...OPERATION }),
)
