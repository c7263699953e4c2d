/** Advisory locks of the database, each by a number that is ours alone. */

/** Of the process that migrates. */
export const migrationLock = 7_104_310;

/** That each server holds as long as it lives, to be counted by the next. */
export const serverLock = 7_104_311;

/** Held by each process that delivers webhooks as long as it is connected, so that others see that there is one. */
export const workerLock = 7_104_314;

/** Held by the process that stamps scans until the commit, so that stamps rise in commit order over all processes. */
export const stampLock = 7_104_312;

/** First half of the lock that each process holds on its dedicated connection; the second is the session's number. */
export const sessionLock = 7_104_315;

/** First half of the locks of writers of day documents; the second is the data set's. */
export const documentLock = 7_104_313;
