import { organisationEndpoints } from '../../domain/endpoints/organisation'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Viewer } from '../../services/sessions/identify'
import { handlers } from '../handlers'

const MOST_ENTRIES = 100
/** Of the console, where the code is accepted. */
const JOIN_PAGE = '/organisation'

export const organisationRoutes = handlers(organisationEndpoints, {
  'organisation.list_own': async ({ services, viewer }) => [
    ...(await services.organisations.own(viewer.user.id)),
  ],
  'organisation.create': async ({ services, actor, body }) => {
    const { name, display_name: displayName, group, owner_id: ownerId } = body
    return await services.organisations.create(actor, { name, displayName, group, ownerId })
  },
  'organisation.joinable': async ({ services, viewer }) => [
    ...(await services.organisations.joinable(viewer.user.id)),
  ],
  'organisation.request': async ({ services, actor, params }) => {
    await services.organisations.request(actor, params.id)
  },
  'organisation.accept': async ({ services, actor, body }) => ({
    organisation_id: await services.organisations.accept(actor, body.code),
  }),
  'organisation.leave': async ({ services, actor, params }) => {
    await services.organisations.leave(actor, params.id)
  },
  'organisation.pay_in': async ({ services, actor, params, body }) => {
    await services.organisations.payIn(actor, { organisationId: params.id, quota: body.quota })
  },
  'organisation.show': async ({ services, viewer }) => {
    const { join_domains, ...shown } = await services.organisations.show(viewer.user.id)
    return { ...shown, join_domains: [...join_domains], role: memberOf(viewer).role }
  },
  'organisation.update': async ({ services, actor, body }) => {
    await services.organisations.change(actor, { ...body, id: actor.id })
  },
  'organisation.remove': async ({ services, actor }) => {
    await services.organisations.remove(actor, actor.id)
  },
  'organisation.pay_out': async ({ services, actor, body }) => {
    await services.organisations.payOut(actor, { organisationId: actor.id, quota: body.quota })
  },
  'organisation.spend': async ({ services, viewer, query: { window = '30d' } }) => {
    const question = { organisationId: viewer.user.id, window }
    const { members, projects, ...sums } = await services.organisations.spend(question)
    return { ...sums, members: [...members], projects: [...projects] }
  },
  'organisation.audit': async ({ services, viewer }) => {
    const filter = { organisationId: viewer.user.id, limit: MOST_ENTRIES }
    return (await services.audit.list(filter)).map(({ id, created_at, actor, ...entry }) => ({
      ...{ id, actor, action: entry.action, target: entry.target },
      ...{ before: entry.before, after: entry.after },
      created_at: Math.floor(created_at / 1000),
    }))
  },
  'member.list': async ({ services, viewer }) => [
    ...(await services.organisations.members(viewer.user.id)),
  ],
  'member.update': async ({ services, actor, params, body }) => {
    const change = { organisationId: actor.id, id: params.id, role: body.role }
    await services.organisations.changeMember(actor, change)
  },
  'member.remove': async ({ services, actor, params, query }) => {
    const keepsTokens = query.keep_tokens === true
    const removal = { organisationId: actor.id, id: params.id, keepsTokens }
    await services.organisations.removeMember(actor, removal)
  },
  'invitation.list': async ({ services, viewer }) => [
    ...(await services.organisations.invitations(viewer.user.id)),
  ],
  'invitation.create': async ({ services, actor, body, language, publicAddress }) => {
    const { email = '', role, uses } = body
    const acceptAddress = `${publicAddress}${JOIN_PAGE}`
    const invitation = { organisationId: actor.id, email, role, uses, language, acceptAddress }
    return await services.organisations.invite(actor, invitation)
  },
  'invitation.remove': async ({ services, actor, params }) => {
    await services.organisations.uninvite(actor, { organisationId: actor.id, id: params.id })
  },
  'project.list': async ({ services, viewer }) => [
    ...(await services.organisations.projects(viewer.user.id)),
  ],
  'project.create': async ({ services, actor, body }) =>
    await services.organisations.createProject(actor, {
      organisationId: actor.id,
      name: body.name,
    }),
  'project.update': async ({ services, actor, params, body }) => {
    const place = { organisationId: actor.id, id: params.id }
    await services.organisations.renameProject(actor, { ...place, name: body.name })
  },
  'project.remove': async ({ services, actor, params }) => {
    await services.organisations.closeProject(actor, { organisationId: actor.id, id: params.id })
  },
  'organisation.list': async ({ services, query: { p: page, page_size, keyword } }) =>
    await services.organisations.list({ page, page_size, keyword }),
  'organisation.members_of': async ({ services, params }) => [
    ...(await services.organisations.members(params.id)),
  ],
  'organisation.add_member': async ({ services, actor, params, body }) => {
    await services.organisations.addMember(actor, { organisationId: params.id, ...body })
  },
})

function memberOf({ member }: Viewer) {
  if (member === undefined) throw new GatewayError('organisation.needed')
  return member
}
