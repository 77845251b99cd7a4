import { type Static, Type } from '@sinclair/typebox'
import { ROLE, roleName } from '../../accounts/roles'
import { oneOf } from '../../endpoints/endpoint'
import type { AnyTokenJson, TokenJson } from '../../endpoints/token'
import type { UserJson } from '../../endpoints/user'
import { CREDITS_PER_USD } from '../../money/quota'
import { statusName, TOKEN_STATUS, tokenStatus, USER_STATUS, userStatus } from '../../status'
import { Id, Nothing, optional, Paging, pageFromOne, pageFromZero } from '../input'
import { pick } from '../readable'
import { tool } from '../tool'

const TOKEN_FIELDS = [
  ...(['id', 'name', 'group', 'user_id', 'used_quota', 'remain_quota'] as const),
  ...(['unlimited_quota', 'created_time', 'expired_time', 'accessed_time'] as const),
  ...([
    'model_limits',
    'allow_ips',
    'tags',
    'frozen_until',
    'frozen_reason',
    'project_id',
  ] as const),
]
const ANY_TOKEN_FIELDS = [...TOKEN_FIELDS, 'username', 'spent_day'] as const

const statusOf = ({ status }: Pick<TokenJson, 'status'>) => ({
  status: statusName(tokenStatus, status) ?? status,
})

const tokenView = (token: TokenJson): object => ({
  ...pick(token, TOKEN_FIELDS),
  ...statusOf(token),
})

const anyTokenView = (token: AnyTokenJson): object => ({
  ...pick(token, ANY_TOKEN_FIELDS),
  ...statusOf(token),
})

const USER_FIELDS = [
  ...(['id', 'username', 'display_name', 'email', 'group', 'quota', 'used_quota'] as const),
  ...(['request_count', 'account_type', 'banned_until', 'banned_reason'] as const),
]

const userView = (user: UserJson): object => ({
  ...pick(user, USER_FIELDS),
  role: roleName(user.role),
  status: statusName(userStatus, user.status) ?? user.status,
})

const TOKENS = {
  name: 'token_list',
  title: 'List tokens',
  description:
    'Tokens (keys of clients) with owner, status, spend, balance, expiry and limits to models ' +
    'and addresses. The keys are never shown.',
}
const TOKEN = {
  name: 'token_show',
  title: 'Show a token',
  description: 'One token, without its key.',
}
const ENABLE = {
  name: 'token_enable',
  title: 'Enable a token',
  description: 'Lets a token be used again.',
  writes: 'changes',
  isIdempotent: true,
} as const
const DISABLE = {
  name: 'token_disable',
  title: 'Disable a token',
  description: 'Its calls are refused at once.',
  writes: 'changes',
  isIdempotent: true,
} as const

const TokenId = Type.Object({ id: Id('token') })

const setStatus = (name: 'enabled' | 'disabled') => (input: Static<typeof TokenId>) => ({
  query: { status_only: 'true' },
  body: { id: input.id, status: TOKEN_STATUS[name] },
})

export const tokenTools = [
  tool({
    ...TOKENS,
    call: 'token.list_any',
    input: Type.Object({
      ...Paging,
      keyword: optional('Part of the name'),
      username: optional('Whose'),
      group: optional('Only of this group'),
      status: Type.Optional(oneOf(['enabled', 'disabled', 'expired', 'exhausted'])),
      sort: Type.Optional(oneOf(['spent_day', 'used_quota', 'accessed_time'])),
    }),
    request: ({ page, rows, status, ...query }) => ({
      query: {
        ...query,
        ...pageFromOne({ page, rows }),
        ...(status !== undefined && { status: TOKEN_STATUS[status] }),
      },
    }),
    result: ({ data }) => ({ ...data, items: data.items.map(anyTokenView) }),
  }),
  tool({
    ...TOKENS,
    call: 'token.search',
    input: Type.Object({ ...Paging, keyword: optional('Part of the name') }),
    request: ({ keyword, ...paged }) => {
      const { p, page_size: size } = pageFromZero(paged)
      return { query: { p, size, keyword } }
    },
    result: ({ data, total }) => ({ items: data.map(tokenView), total }),
  }),
  tool({
    ...TOKEN,
    call: 'token.show_any',
    input: TokenId,
    request: (params) => ({ params }),
    result: ({ data }) => anyTokenView(data),
  }),
  tool({
    ...TOKEN,
    call: 'token.show',
    input: TokenId,
    request: (params) => ({ params }),
    result: ({ data }) => tokenView(data),
  }),
  tool({
    name: 'token_create',
    title: 'Create a token',
    description:
      'Makes a token of your own. Its key is not told here: copy it in the console, or with ' +
      '`gw token show`.',
    writes: 'adds',
    call: 'token.create',
    input: Type.Object({
      name: Type.String({ minLength: 1, description: 'Name' }),
      budget_usd: Type.Optional(
        Type.Number({ minimum: 0, description: 'Dollars it may spend; no limit if not given' }),
      ),
      group: optional('Group whose channels and prices it uses'),
      models: optional('Only these models, with commas between them'),
      allow_ips: optional('Only from these addresses, one a line'),
      tags: optional('Tags of its calls, with commas between them'),
    }),
    request: ({ budget_usd: usd, models, ...body }) => ({
      body: {
        ...body,
        expired_time: -1,
        unlimited_quota: usd === undefined,
        ...(usd !== undefined && { remain_quota: Math.round(usd * CREDITS_PER_USD) }),
        ...(models !== undefined && { model_limits: models, model_limits_enabled: true }),
      },
    }),
    result: ({ data }) => ({ items: data.map(tokenView) }),
  }),
  tool({
    ...ENABLE,
    call: 'token.update_any',
    input: TokenId,
    request: setStatus('enabled'),
    result: ({ data }) => anyTokenView(data),
  }),
  tool({
    ...ENABLE,
    call: 'token.update',
    input: TokenId,
    request: setStatus('enabled'),
    result: ({ data }) => tokenView(data),
  }),
  tool({
    ...DISABLE,
    call: 'token.update_any',
    input: TokenId,
    request: setStatus('disabled'),
    result: ({ data }) => anyTokenView(data),
  }),
  tool({
    ...DISABLE,
    call: 'token.update',
    input: TokenId,
    request: setStatus('disabled'),
    result: ({ data }) => tokenView(data),
  }),
]

export const userTools = [
  tool({
    name: 'account_show',
    title: 'Show my account',
    description: 'Whose access token this is: name, role, group, balance and spend.',
    call: 'user.self',
    input: Nothing,
    request: () => ({}),
    result: ({ data }) => userView(data),
  }),
  tool({
    name: 'user_list',
    title: 'List users',
    description: 'Users with balance, spend, group, role and status.',
    call: 'user.search',
    input: Type.Object({
      ...Paging,
      keyword: optional('Id, or part of user name, e-mail or display name'),
      group: optional('Only of this group'),
      role: Type.Optional(oneOf(['user', 'admin', 'root'])),
      status: Type.Optional(oneOf(['enabled', 'disabled'])),
      sort: Type.Optional(oneOf(['spent_day', 'used_quota', 'quota'])),
    }),
    request: ({ page, rows, status, role, ...query }) => ({
      query: {
        ...query,
        ...pageFromOne({ page, rows }),
        ...(status !== undefined && { status: USER_STATUS[status] }),
        ...(role !== undefined && { role: ROLE[role] }),
      },
    }),
    result: ({ data }) => ({
      ...data,
      items: data.items.map((user) => ({ ...userView(user), spent_day: user.spent_day })),
    }),
  }),
  tool({
    name: 'user_show',
    title: 'Show a user',
    description: 'One user.',
    call: 'user.show',
    input: Type.Object({ id: Id('user') }),
    request: (params) => ({ params }),
    result: ({ data }) => userView(data),
  }),
  tool({
    name: 'user_add_quota',
    title: 'Change the balance of a user',
    description: 'Adds dollars to the balance of a user, or takes some away.',
    writes: 'changes',
    call: 'user.update',
    input: Type.Object({
      id: Id('user'),
      usd: Type.Number({ description: 'Dollars to add; negative takes away' }),
    }),
    request: ({ id, usd }) => ({ body: { id, add_quota: Math.round(usd * CREDITS_PER_USD) } }),
    result: ({ data }) => userView(data),
  }),
  tool({
    name: 'user_disable',
    title: 'Disable a user',
    description: 'Ends the sign-ins and the running calls of a user and refuses new ones.',
    writes: 'changes',
    isIdempotent: true,
    call: 'user.manage',
    input: Type.Object({ id: Id('user'), reason: optional('Shown to the user') }),
    request: (body) => ({ body: { ...body, action: 'disable' } }),
    result: (_, { id }) => ({ done: true, id }),
  }),
  tool({
    name: 'user_enable',
    title: 'Enable a user',
    description: 'Lets a user sign in and call again.',
    writes: 'changes',
    isIdempotent: true,
    call: 'user.manage',
    input: Type.Object({ id: Id('user') }),
    request: ({ id }) => ({ body: { id, action: 'enable' } }),
    result: (_, { id }) => ({ done: true, id }),
  }),
]
