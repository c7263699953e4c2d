/** Advisory locks of the database, each by a number that is ours alone. */

/** Of the process that migrates. */
export const migrationLock = 7_104_310;

/** That each server holds as long as it lives, to be counted by the next. */
export const serverLock = 7_104_311;

/** That whoever delivers webhooks by itself holds as long as it is connected, so that others see that somebody does. */
export const workerLock = 7_104_314;

/** Of whoever stamps scans: held until the commit, so that stamps rise in commit order over all processes. */
export const stampLock = 7_104_312;

/** First half of the lock that each process holds on its dedicated connection; the second is the session's number. */
export const sessionLock = 7_104_315;

/** First half of the locks of whoever writes day documents; the second is the data set's. */
export const documentLock = 7_104_313;
