/**
 * The readers of `--reads`, until stdin ends: one user's searches in volleys, and an admin's
 * questions one after the other. Prints how often each was answered with which status.
 */
interface Caller {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const { user, admin } = JSON.parse(process.argv[2] ?? '{}') as Readonly<
  Record<'user' | 'admin', Caller>
>

const VOLLEY = 170
const SEARCH = '/api/log/self?model_name=%25x%25y%25'

const day = 24 * 3600
const now = Math.floor(Date.now() / 1000)
const month = `start_timestamp=${now - 30 * day}&end_timestamp=${now}`

const QUESTIONS = [
  '/api/log/?p=1&page_size=100',
  '/api/log/?p=1500&page_size=100',
  ...['type=1', 'username=user7', 'token_name=app+7', 'model_name=none', 'channel=7', 'group=vip']
    .concat('request_id=none', month)
    .map((filter) => `/api/log/?page_size=100&${filter}`),
  '/api/log/search?keyword=nothing+begins+so',
  '/api/log/stat',
  `/api/log/stat?${month}`,
  '/api/log/stat?model_name=model-0',
  `/api/data/?${month}`,
  `/api/data/?username=user1&${month}`,
  `/api/data/failures?${month}`,
  `/api/data/top?${month}`,
  '/api/user/?page_size=100',
  '/api/user/search?keyword=user99',
  '/api/token/all?page_size=100',
  '/api/token/search?keyword=app&size=100',
  '/api/token/search?token=abcdef',
  '/api/channel/?page_size=100',
  '/api/audit/?page_size=100',
  '/api/redemption/?page_size=100',
  '/api/pricing',
]

const answers: Record<string, Record<string, number>> = {}

async function ask(who: string, { url, headers }: Caller, path: string): Promise<void> {
  const answer = await fetch(url + path, { headers })
  await answer.arrayBuffer()
  const byStatus = answers[who] ?? {}
  byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1
  answers[who] = byStatus
}

async function volleys(): Promise<never> {
  for (;;) {
    await Promise.all(Array.from({ length: VOLLEY }, () => ask('user', user, SEARCH)))
  }
}

async function questions(): Promise<never> {
  for (;;) for (const path of QUESTIONS) await ask('admin', admin, path)
}

void volleys()
void questions()
for await (const _ of Bun.stdin.stream());
console.log(JSON.stringify(answers))
// What is still asked is not waited for: a gateway that stands still may take minutes.
process.exit(0)

export {}
