import { releasedSeconds } from '../../../domain/models/release-date'

/** For models of which nothing is known; clients only want a number, and always the same. */
const LONG_AGO_SECONDS = 1_626_777_600

/** Epoch seconds: the date in its name, else since when it is `offered` here. */
export function createdSeconds(model: string, offered?: number): number {
  return releasedSeconds(model) ?? offered ?? LONG_AGO_SECONDS
}
