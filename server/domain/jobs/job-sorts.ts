/** What lists of drawings and of tasks may be sorted by. */
export const JOB_SORTS = ['submit_time', 'quota'] as const
export type JobSort = (typeof JOB_SORTS)[number]
