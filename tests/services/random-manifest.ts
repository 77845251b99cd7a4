/** Manifests made of chance, for what has to hold of all of them. */
import { PRICED_UNITS } from '../../server/domain/prices/price-draft'

export type Tree = Readonly<Record<string, unknown>>

/** Of every channel and option. */
export const SECRET = 'a-secret-of-the-tests'

/** Numbers from a seed: a failure can be repeated. */
function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const below = (most: number) => Math.floor(next() * most)
  const some = <T>(list: readonly T[]): T[] => list.filter(() => next() < 0.5)
  const one = <T>(first: T, ...others: readonly T[]): T =>
    [first, ...others][below(others.length + 1)] ?? first
  const maybe = (fields: Tree): Tree =>
    Object.fromEntries(Object.entries(fields).filter(() => next() < 0.5))
  return { below, some, one, maybe }
}

const itemsOf = <T>(names: readonly string[], make: () => T) =>
  Object.fromEntries(names.map((name) => [name, make()]))

type Dice = ReturnType<typeof chance>

const usdOf = (below: Dice['below']) => (below(10_000) + 1) / 1000

function randomPrice({ below, some, one, maybe }: Dice): Tree {
  const usd = () => usdOf(below)
  const more = some(PRICED_UNITS).filter((unit) => unit !== 'call')
  const units = {
    prompt: usd(),
    ...maybe({ completion: 2, cache_read: 2 }),
    ...maybe(itemsOf(more, usd)),
  }
  const without = { cache_read: null, completion: usd() }
  return one<Tree>(
    { call: usd() },
    units,
    { ...units, ...without },
    {
      ...units,
      tiers: maybe({ batch: 0.5, priority: 1.75 }),
      steps: some([128_000, 200_000]).map((above) => ({ above, prompt: 2, completion: one(2, 3) })),
    },
  )
}

function randomChannel({ below, some, one, maybe }: Dice): Tree {
  return {
    key: SECRET,
    models: ['gpt-4o', ...some(['o3', 'claude-sonnet-5'])],
    ...maybe({
      type: one('OpenAI', 'Anthropic Claude', 'DeepSeek', 'Ollama'),
      group: ['default', ...some(['vip'])],
      priority: below(9) - 3,
      weight: below(100),
      enabled: false,
      auto_ban: false,
      tag: one('t', `$\${x}`),
      base_url: 'https://up.example.com/v9',
      model_mapping: { o3: 'o3-mini', '1': '2' },
      status_code_mapping: { '404': 500 },
      param_override: { temperature: 0, stop: [`\${a}`], nested: { 'x.y': null } },
      setting: { proxy: `http://me:${SECRET}@10.0.0.9:8080`, cost_ratio: usdOf(below) },
    }),
  }
}

/** Anything that a file may say, all of it possible. */
export function randomTree(seed: number): Tree {
  const dice = chance(seed)
  const { below, some, one, maybe } = dice
  const usd = () => usdOf(below)
  const groups = ['default', 'vip', ...some(['pro', 'a b', 'ünï/codé'])]
  const channels = ['main', ...some(['spare', '主渠道', 'a: b', '123', 'x/y', '#no', '~'])]
  return {
    groups: {
      ...itemsOf(groups, () =>
        maybe({
          ratio: usd(),
          offered_as: one<string | null>(null, '', 'For all'),
          topup_ratio: 2,
          route_order: 'cost',
        }),
      ),
      svip: one(null, {}),
    },
    roles: itemsOf(some(['reader', 'writer']), () => ({
      base: 'admin',
      scopes: ['log:read', ...some(['log:write', 'user:read', 'channel:write'])],
    })),
    options: maybe({
      RetryTimes: below(20),
      Footer: one(`a \${b} c`, `$\${d}`, 'two\nlines: #\n', '\'"', '{}', 'null', '0123'),
      EmailDomainWhitelist: some(['a.com', 'b.org']),
      SensitiveWords: ['x, y', 'z'],
      'gemini.version_settings': { default: 'v1', x: `\${y}` },
      SMTPToken: SECRET,
      ChannelDisableThreshold: usd(),
      RegisterEnabled: false,
    }),
    prices: itemsOf(some(['mine', 'gpt-4o', 'claude-sonnet-5', 'o3', 'with-*', 'é']), () =>
      randomPrice(dice),
    ),
    routes: itemsOf(some(['gpt-4o', 'mine']), () => ({ fallbacks: ['o3', ...some(['a', 'b'])] })),
    channels: itemsOf(channels, () => randomChannel(dice)),
    limits: itemsOf(some(['group/vip', 'channel/main']), () => ({
      requests_per_minute: below(100),
      ...maybe({
        concurrency: below(9),
        budget_per_day: below(1000) / 100,
        tokens_per_month: { amount: below(1e6), zone: 'Asia/Shanghai', start_hour: 5 },
      }),
    })),
  }
}
