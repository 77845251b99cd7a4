import { isRoot } from '../../domain/accounts/roles'
import { userEndpoints } from '../../domain/endpoints/user'
import { GatewayError } from '../../domain/errors/gateway-error'
import { filterOf } from '../../domain/nouns/noun-stored'
import { userFields } from '../../domain/nouns/user'
import type { Services } from '../../services/create-services'
import type { Page } from '../../services/page'
import type { Actor } from '../../services/service-deps'
import { refuseWithoutFactor } from '../../services/sessions/confirm'
import type { ListedUser } from '../../services/users/list'
import type { UserView } from '../../services/users/view'
import { reply } from '../envelope'
import { handlers } from '../handlers'
import { orderOf } from './order-of'
import { statementJson } from './statement-json'
import { userJson } from './user-json'

export const userRoutes = handlers(userEndpoints, {
  'user.self': async ({ viewer }) => userJson(viewer.user),
  'user.self_update': async ({ body, services, actor, viewer, ip, userAgent }) => {
    const session = await services.users.setOwn(actor, { ...body, viewer, ip, userAgent })
    return reply<undefined>({ session })
  },
  'user.self_remove': async ({ body, services, actor, viewer }) => {
    await services.users.removeOwn(actor, { ...body, viewer })
    return reply<undefined>({ session: '' })
  },
  'user.self_data': async ({ services, actor }) =>
    await ndjson(services.users.personalLines(actor, actor.id)),
  'user.data': async ({ params, services, actor }) =>
    await ndjson(services.users.personalLines(actor, params.id)),
  'user.erase': async ({ params, services, actor }) => {
    await services.users.erase(actor, params.id)
  },
  'user.self_groups': async ({ services, viewer, language }) =>
    await services.users.usableGroups({ group: viewer.user.group, language }),
  'user.models': async ({ query, services, viewer }) =>
    await services.users.reachableModels({
      group: viewer.user.group,
      within: query.group ?? '',
      operation: query.operation,
    }),
  'user.token_reset': async ({ services, actor, viewer }) => {
    await services.sessions.confirm({ viewer })
    return await services.accessTokens.reset(actor)
  },
  'user.token_create': async ({ body, services, actor, viewer }) => {
    await services.sessions.confirm({ viewer, password: body.original_password })
    return await services.accessTokens.reset(actor)
  },
  'user.token_remove': async ({ services, actor }) => {
    await services.accessTokens.remove(actor)
  },
  'user.aff': async ({ services, actor }) => await services.users.affCode(actor.id),

  'user.list': async ({ query, services }) =>
    userPage(await services.users.list({ ...pageRequest(query), withDeleted: true })),
  'user.search': async ({ query, services }) => {
    const filter = {
      ...filterOf(userFields, query),
      keyword: query.keyword,
      // Who has left is banned as well, and would be found among those.
      withDeleted: !query.status,
      onlyDeleted: query.deregistered,
      order: orderOf(query),
    }
    return userPage(await services.users.list({ ...pageRequest(query), ...filter }))
  },
  'user.show': async ({ params, services, actor }) =>
    userJson(await services.users.showLower(actor, params.id)),
  'user.statement': async ({ params, query, services, actor }) => {
    const { start_timestamp: from, end_timestamp: to } = query
    const { id: userId } = await services.users.showLower(actor, params.id)
    return statementJson(await services.wallet.statement({ userId, from, to }))
  },
  'user.create': async ({ body, services, actor }) => {
    const { role, ...fields } = body
    requireLowerRole(role, actor)
    // Front ends of the family send 0 for what is not chosen.
    return userJson(await services.users.create(actor, role ? body : fields))
  },
  'user.update': async ({ body, services, actor, viewer }) => {
    const { role, quota, expected_quota: expected, add_quota: add, password, ...fields } = body
    requireLowerRole(role, actor)
    // Root may change root's own account here as well.
    if (password && fields.id === viewer.user.id) refuseWithoutFactor(viewer)
    if (quota !== undefined && add !== undefined) {
      const reason = 'reason.not_both'
      throw new GatewayError('value.invalid', { field: 'add_quota', reason, other: 'quota' })
    }
    const input = {
      ...fields,
      ...(quota !== undefined && { quota: { to: quota, expected } }),
      ...(add !== undefined && { quota: { add } }),
      ...(password !== undefined && password !== '' && { password }),
    }
    return userJson(await services.users.set(actor, input))
  },
  'user.manage': async ({ body, services, actor }) =>
    await manage(services, actor, { ...body, action: body.action.trim() }),
  'user.remove': async ({ params, services, actor }) => {
    await services.users.remove(actor, params.id)
  },
})

function pageRequest(query: { readonly p?: number; readonly page_size?: number }) {
  return { page: query.p, page_size: query.page_size }
}

function userPage({ items, total, page, page_size }: Page<ListedUser>) {
  return { items: items.map((user) => userJson(user)), total, page, page_size }
}

/**
 * Forms send the role back as they were given it; it is never changed here, but a request for a
 * level that one may not give is refused rather than passed over. Root edits root's own row.
 */
function requireLowerRole(role: number | undefined, actor: Actor): void {
  if (role !== undefined && role >= actor.role && !(role === actor.role && isRoot(actor.role))) {
    throw new GatewayError('user.outranked')
  }
}

interface Order {
  readonly id: number
  readonly action: string
  readonly until?: number
  readonly reason?: string
}

async function manage(services: Services, actor: Actor, { id, action, until, reason }: Order) {
  const { users } = services
  const actions: Readonly<Record<string, () => Promise<UserView>>> = {
    promote: () => users.promote(actor, id),
    demote: () => users.demote(actor, id),
    enable: () => users.enable(actor, id),
    disable: () => users.ban(actor, { id, until, reason }),
    sign_out: async () => {
      await services.sessions.endAll(actor, id)
      return await users.show(id)
    },
    delete: async () => {
      await users.remove(actor, id)
      return await users.show(id)
    },
  }
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (run === undefined) throw new GatewayError('user.action_unknown', { action })
  const { role, status } = await run()
  return { role, status }
}

/** What is refused is refused before the first line; the rest is read as it is taken. */
async function ndjson(lines: AsyncGenerator<object>): Promise<Response> {
  const encoder = new TextEncoder()
  const encoded = (line: object) => encoder.encode(`${JSON.stringify(line)}\n`)
  const first = await lines.next()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (!first.done) controller.enqueue(encoded(first.value))
    },
    pull: async (controller) => {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoded(value))
    },
    cancel: async () => {
      await lines.return(undefined)
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } })
}
