import type { DataOf } from '../../../server/domain/api-calls/contract'

/** The organisation that is shown, with what the viewer is in it. */
export type OrganisationDetails = DataOf<'organisation.show'>

/** Rows of the list of all organisations. */
export const FEWEST = 10
