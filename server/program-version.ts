import { version } from '../package.json'

/** Of this program; a build adds the commit that it was made of. */
export const PROGRAM_VERSION: string = process.env.GW_BUILD ?? version
