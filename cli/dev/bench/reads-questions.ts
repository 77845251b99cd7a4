/** What an admin queries on a large site: every filter, figure, chart and search there is. */

const DAY = 24 * 3600
const now = Math.floor(Date.now() / 1000)
const month = `start_timestamp=${now - 30 * DAY}&end_timestamp=${now}`

/** Log rows of the first days, for the sweep that deletes old ones. */
export const OLD_ROWS = `/api/log/?target_timestamp=${now - 29 * DAY}`

export const QUESTIONS: readonly string[] = [
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

/** One user's search of the own log, which no index answers. */
export const SEARCH = '/api/log/self?model_name=%25x%25y%25'
