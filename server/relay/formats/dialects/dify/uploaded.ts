/** How files are given that have been handed in before; a name that no text has by chance. */
export const UPLOADED = 'local_file'
