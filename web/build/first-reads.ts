/**
 * What a page reads first when its address has no query. Its document requests it before any
 * script is loaded; the page requests all other reads itself.
 */

interface FirstReads {
  /** Of whoever has the root account, where it differs from what administrators read. */
  readonly root?: readonly string[]
  readonly admin?: readonly string[]
  readonly user?: readonly string[]
}

const OVERVIEW = [
  '/api/channel/?p=0&page_size=1',
  '/api/overview/changes',
  '/api/chart/',
  '/api/overview/health',
  '/api/overview/attention',
  '/api/overview/top',
]

/** `{log_from}` stands for the beginning of the day before yesterday, in epoch seconds. */
export const FIRST_READS: Readonly<Record<string, FirstReads>> = {
  '/overview': {
    root: [...OVERVIEW, '/api/overview/findings', '/api/overview/update'],
    admin: OVERVIEW,
    user: ['/api/limit/self', '/api/chart/', '/api/overview/self', '/api/user/self'],
  },
  '/token': {
    admin: ['/api/channel/?p=0&page_size=1', '/api/token/?p=0&size=10', '/api/limit/self'],
    user: [
      '/api/user/self',
      '/api/token/?p=0&size=1',
      '/api/token/?p=0&size=10',
      '/api/limit/self',
    ],
  },
  '/log': {
    admin: [
      '/api/user/models',
      '/api/log/?start_timestamp={log_from}&p=1&page_size=100',
      '/api/log/stat?start_timestamp={log_from}',
      '/api/log/histogram?start_timestamp={log_from}',
    ],
    user: [
      '/api/user/models',
      '/api/log/self?start_timestamp={log_from}&p=1&page_size=100',
      '/api/log/self/stat?start_timestamp={log_from}',
      '/api/log/self/histogram?start_timestamp={log_from}',
    ],
  },
  '/channel': {
    admin: [
      '/api/stats/counts?noun=channel',
      '/api/group/',
      '/api/channel/search?p=0&page_size=10&id_sort=false&tag_mode=false&untagged=false',
      '/api/channel/upstream_model/channel',
    ],
  },
  '/channel/upstream-models': {
    admin: ['/api/channel/upstream_model/?p=1&page_size=10', '/api/channel/upstream_model/channel'],
  },
  '/model': { admin: ['/api/model/'] },
  '/all-tokens': {
    admin: [
      '/api/stats/counts?noun=token',
      '/api/group/',
      '/api/token/all?p=1&page_size=10&sort=spent_day&order=desc',
    ],
  },
  '/price': { admin: ['/api/price/', '/api/model/', '/api/price/review/'] },
  '/user': {
    admin: ['/api/stats/counts?noun=user', '/api/group/', '/api/user/?p=1&page_size=10'],
  },
  '/redemption': {
    admin: ['/api/stats/counts?noun=redemption', '/api/redemption/search?p=1&page_size=10'],
  },
  '/promo-code': { admin: ['/api/promo-code/?p=1&page_size=10'] },
  '/order': {
    admin: [
      '/api/stats/counts?noun=order',
      '/api/order/?sort=create_time&order=desc&p=1&page_size=10',
    ],
  },
  '/invoice': { user: ['/api/invoice/self?sort=issued_at&order=desc&p=1&page_size=10'] },
  '/all-invoices': { admin: ['/api/invoice/?sort=issued_at&order=desc&p=1&page_size=10'] },
  '/notice': {
    admin: [
      '/api/stats/counts?noun=notice',
      '/api/notice/list?p=1&page_size=10&sort=created_at&order=desc',
    ],
  },
  '/audit': {
    admin: ['/api/audit/?kind=changes&sort=created_at&order=desc&p=1&page_size=10'],
  },
  '/finance': { admin: ['/api/finance/sums?by=channel', '/api/finance/'] },
  '/node': { admin: ['/api/node/'] },
}
