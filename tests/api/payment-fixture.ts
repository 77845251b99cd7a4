/** A gateway with payment services, and who orders and looks after orders at it. */
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { startGateway } from '../support/gateway'
import type { PaymentStandIn } from '../support/payments/stand-in'
import { TEST_ACTOR } from '../support/seed'

export const DAY_MS = 86_400_000
export const TEN_DOLLARS = 5_000_000
/** Of a user who has just been made. */
export const START = 1_000_000

/** Moved by tests. */
export const clock = { ms: 1_750_000_000_000 }
export const nowSeconds = () => Math.floor(clock.ms / 1000)

type Headers = Readonly<Record<string, string>>

export interface Shop extends AsyncDisposable {
  readonly gateway: Awaited<ReturnType<typeof startGateway>>
  readonly admin: ApiCaller
  /** A new one whenever it is called, who is asked about from then on. */
  newBuyer(): Promise<void>
  /** Likewise, whom the user of this code has invited. */
  newInvited(aff_code: string): Promise<void>
  set(options: Readonly<Record<string, string>>): Promise<void>
  /** Orders ten dollars. */
  pay(service: PaymentStandIn, headers?: Headers): Promise<ApiBody>
  /** What the services that are open are called. */
  methods(): Promise<readonly string[]>
  post(service: PaymentStandIn, sent: ReturnType<PaymentStandIn['notice']>): Promise<Response>
  quota(): Promise<number>
  show(tradeNo: string): Promise<ApiBody>
  /** Why a person has to look at an order. */
  reasons(tradeNo: string): Promise<readonly string[]>
}

type ApiBody = Awaited<ReturnType<ApiCaller['get']>>['body']

export async function openShop(services: readonly PaymentStandIn[]): Promise<Shop> {
  const gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  const set = async (options: Readonly<Record<string, string>>): Promise<void> => {
    for (const [key, value] of Object.entries(options)) {
      await gateway.services.options.set(TEST_ACTOR, { key, value })
    }
  }
  await set({ ServerAddress: 'https://gw.example' })
  for (const { options } of services) await set(options)
  const client = apiClient(gateway)
  const admin = await client.as('admin')
  let user = await client.as('user')
  let invited = 0
  const show = async (tradeNo: string) => (await admin.get(`/api/order/${tradeNo}`)).body.data
  return {
    gateway,
    admin,
    set,
    show,
    async newBuyer() {
      user = await client.as('user')
    },
    async newInvited(aff_code) {
      invited += 1
      const username = `invited-${invited}`
      const account = { username, password: 'correct horse battery', aff_code }
      await gateway.services.accounts.register(TEST_ACTOR, account)
      user = await client.login(username)
    },
    async pay({ method }, headers = {}) {
      const body = { amount: 10, payment_method: method }
      return (await user.post('/api/user/pay', body, { headers })).body
    },
    methods: async () =>
      (await user.get('/api/user/payment_methods')).body.data.map(({ id }: { id: string }) => id),
    async post({ service }, sent) {
      const address = `${gateway.url}/api/payment/${service}/notice`
      return await fetch(address, { method: 'POST', ...sent })
    },
    quota: async () => (await gateway.services.users.show(user.id)).quota,
    reasons: async (tradeNo) =>
      (await show(tradeNo)).cases.map(({ reason }: { reason: string }) => reason),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      for (const service of services) await service[Symbol.asyncDispose]()
    },
  }
}
