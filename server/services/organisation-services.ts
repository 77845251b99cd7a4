/** Accounts that several people share. */
import type { Bind } from './bind'
import { actForOrganisation } from './organisations/access'
import {
  acceptInvitation,
  inviteMember,
  listInvitations,
  withdrawInvitation,
} from './organisations/invitations'
import {
  addMember,
  changeMember,
  joinableOrganisations,
  leaveOrganisation,
  listMembers,
  removeMember,
  requestMembership,
  tokenIdsOf,
} from './organisations/members'
import { payIn, payOut } from './organisations/money'
import {
  changeOrganisation,
  createOrganisation,
  listOrganisations,
  ownOrganisations,
  removeOrganisation,
  showOrganisation,
} from './organisations/organisations'
import { closeProject, createProject, listProjects, renameProject } from './organisations/projects'
import { organisationSpend } from './organisations/spend'

export function organisationServices(bound: Bind) {
  return {
    organisations: {
      actFor: bound(actForOrganisation),
      list: bound(listOrganisations),
      own: bound(ownOrganisations),
      show: bound(showOrganisation),
      create: bound(createOrganisation),
      change: bound(changeOrganisation),
      remove: bound(removeOrganisation),
      spend: bound(organisationSpend),
      joinable: bound(joinableOrganisations),
      request: bound(requestMembership),
      leave: bound(leaveOrganisation),
      members: bound(listMembers),
      addMember: bound(addMember),
      changeMember: bound(changeMember),
      removeMember: bound(removeMember),
      tokenIdsOf: bound(tokenIdsOf),
      invitations: bound(listInvitations),
      invite: bound(inviteMember),
      uninvite: bound(withdrawInvitation),
      accept: bound(acceptInvitation),
      projects: bound(listProjects),
      createProject: bound(createProject),
      renameProject: bound(renameProject),
      closeProject: bound(closeProject),
      payIn: bound(payIn),
      payOut: bound(payOut),
    },
  } as const
}
