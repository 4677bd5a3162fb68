-- Which files could not be read, and what helps?
SELECT file, error.code, error.hint FROM checks WHERE verdict = 'error' ORDER BY file;
