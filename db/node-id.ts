/** The serving process of a SQLite file. Its lock lets there be one, so a restart is the same. */
export const FILE_NODE = 'file'
